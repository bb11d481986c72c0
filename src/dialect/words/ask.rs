//! What a sentence can ask of files, and what is said above it.

use bstr::{BStr, ByteSlice};

use crate::dialect::name::spelling;

/// What a sentence asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::dialect) enum Ask<'a> {
    /// The file goes.
    Gone(&'a BStr),
    /// The file goes that has this word for a name, upper and lower case aside, if there is one: `Delete Makefile.`
    GoneByWord(String),
    /// It gets another name or folder.
    Moved(&'a BStr),
    /// An empty file, or a copy, comes to be.
    Made(&'a BStr),
    /// It changes, and the sentence does not say how.
    Touched(&'a BStr),
    /// It becomes a program.
    Runnable(&'a BStr),
    /// Lines change: what the sentence calls old and new, as far as it does.
    Changed {
        /// The file, where one is named; else a line is.
        file: Option<&'a BStr>,
        old: Option<&'a BStr>,
        new: Option<&'a BStr>,
        /// Whether it is told as done.
        is_claim: bool,
    },
    /// Files that the list below the sentence names go.
    GoneBelow,
    /// The lines of an edit above are to be others: the code that the sentence names, old and new, and whether its words leave no
    /// doubt that it corrects.
    Corrected {
        codes: Vec<&'a BStr>,
        is_marked: bool,
    },
    /// What an edit does is to be done to something else, by the names that the sentence has for it.
    Repeated(Vec<&'a BStr>),
    /// Other lines of the files that are edited, or of the edits, are to change.
    Further(Further<'a>),
}

/// What a sentence below an edit asks for beyond that, of the files that are edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum Further<'a> {
    /// Code that the file or an edit holds is to be other code.
    Becomes { old: &'a BStr, new: &'a BStr },
    /// Code is to come: beside what the file holds, where that is named.
    Comes {
        new: &'a BStr,
        beside: Option<&'a BStr>,
    },
    /// Something is done with code that the file holds.
    Changes(&'a BStr),
    /// Code that an edit brings is not to come.
    Stays(&'a BStr),
}

impl Ask<'_> {
    /// Returns whether it says where lines change, and not what they become: a block below may.
    pub(in crate::dialect) fn says_only_where(&self) -> bool {
        let neither = (None, None);
        matches!(self, Ask::Changed { old, new, .. } if (*old, *new) == neither)
    }
}

/// What the lines above a sentence say of it.
#[derive(Debug, Clone, Default)]
pub(in crate::dialect) struct Lead<'a> {
    /// The file that it speaks of, where a heading or a sentence that leads over names one.
    pub(in crate::dialect) file: Option<&'a BStr>,
    /// The files that the sentence before names.
    pub(in crate::dialect) before: Vec<&'a BStr>,
    /// Whether the reply holds no patch: then a change is told that names no file.
    pub(in crate::dialect) is_alone: bool,
}

impl Lead<'_> {
    /// Begins a section of the reply; `is_alone` where the reply holds no patch.
    pub(in crate::dialect) fn of(is_alone: bool) -> Self {
        Lead {
            is_alone,
            ..Lead::default()
        }
    }
}

/// Returns the old and the new text of a substitution as `sed` writes it, or an editor that is told where: `s/old/new/`,
/// `s#old#new#g`, `:%s/old/new/`, `:13s/old/new/`.
pub(in crate::dialect) fn substitution(name: &BStr) -> Option<(&BStr, &BStr)> {
    let rest = name.trim_start_with(|c| ":%,$".contains(c) || c.is_ascii_digit());
    let rest = rest.strip_prefix(b"s")?;
    let (sign, _) = rest.split_first()?;
    if !b"/#|,!@".contains(sign) {
        return None;
    }
    let parts: Vec<&[u8]> = rest[1..].split(|byte| byte == sign).collect();
    let [old, new, flags] = parts[..] else {
        return None;
    };
    let is_flag = |byte: &u8| byte.is_ascii_digit() || b"gimMIe".contains(byte);
    let is_one = !old.is_empty() && flags.iter().all(is_flag);
    is_one.then_some((old.as_bstr(), new.as_bstr()))
}

/// Returns whether a name is plainly that of a file or a folder.
pub(in crate::dialect) fn is_path(name: &BStr) -> bool {
    if substitution(name).is_some() {
        return false;
    }
    spelling::is_name_of_file(name) && !name.contains(&b' ') || is_folder(name)
}

fn is_folder(name: &BStr) -> bool {
    let is_plain =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'_' | b'-' | b'.');
    name.len() > 1 && name.ends_with(b"/") && !name.starts_with(b"/") && name.iter().all(is_plain)
}
