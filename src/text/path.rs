//! Paths that cannot leave the root.

use crate::text::OneOf;
use std::fmt;
use std::sync::Arc;

use bstr::{BStr, BString, ByteSlice};
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use super::display::is_hidden;

/// The longest path taken. Linux opens none that is longer.
const MAX_BYTES: usize = 4095;

/// The most components taken: each is a folder that may have to be opened and made, and no project is as deep.
const MAX_COMPONENTS: usize = 256;

/// A relative path of one or more plain components, joined by `/`: never absolute, without `.` and `..`, and never inside
/// version control's own folders. A clone copies no byte.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelPath(Arc<[u8]>);

/// Why a path was refused. Every path a patch names is checked, sources too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[non_exhaustive]
pub enum PathFault {
    /// Nothing is left of the path.
    #[error("the path is empty")]
    Empty,
    /// It begins at the file system's root, or on another machine.
    #[error("the path is absolute and outside the root")]
    Absolute,
    /// It begins with the letter of a drive: `c:/x`.
    #[error("the path begins with a drive, outside the root")]
    Drive,
    /// It begins in somebody's home folder: `~/x`, `$HOME/x`.
    #[error("the path is outside the root, in a home folder")]
    Home,
    /// It climbs out by `..`.
    #[error("the path goes up by `..`")]
    Climbs,
    /// A component is dots alone, and Windows drops the last ones: `...`, and a name that folds to it.
    #[error("a part of the path is dots alone, which some disks take for `..`")]
    Dots,
    /// A component would be `.git`, the folder of another version control or `.hunkwise` on some disk, or begin with
    /// `.hunkwise-`.
    #[error("the path is reserved for version control or for hunkwise itself")]
    Reserved,
    /// It holds a control character or a NUL, which no honest path has.
    #[error("the path holds a control character")]
    Control,
    /// It has more bytes than a system opens.
    #[error("the path is longer than 4,095 bytes")]
    TooLong,
    /// It names more folders than any project has in one another.
    #[error("the path has more than 256 components")]
    TooDeep,
    /// Its last component is empty or `.`, so that it can only name a folder.
    #[error("the path names a folder, not a file")]
    Folder,
}

impl PathFault {
    /// Returns whether the path begins at a place of its own, so that it may lie under the root all the same.
    pub fn is_of_whole_path(self) -> bool {
        matches!(
            self,
            PathFault::Absolute | PathFault::Drive | PathFault::Home
        )
    }

    /// Returns the stable name in JSON.
    pub fn code(self) -> &'static str {
        match self {
            PathFault::Empty => "path_empty",
            PathFault::Absolute | PathFault::Drive => "path_absolute",
            PathFault::Home => "path_in_home",
            PathFault::Climbs | PathFault::Dots => "path_climbs",
            PathFault::Reserved => "path_reserved",
            PathFault::Control => "path_control",
            PathFault::TooLong => "path_too_long",
            PathFault::TooDeep => "path_too_deep",
            PathFault::Folder => "path_folder",
        }
    }
}

/// What a shell puts a home folder for.
const HOMES: &[&str] = &["~/", "$HOME/", "${HOME}/", "%USERPROFILE%"];

impl RelPath {
    /// Cleans and checks `path`: `./` and doubled slashes are dropped.
    ///
    /// # Errors
    /// A [`PathFault`] for whatever could leave the root or reach a reserved folder, in any spelling a disk may fold.
    pub fn new(path: impl AsRef<[u8]>) -> Result<RelPath, PathFault> {
        let path = path.as_ref();
        if path.len() > MAX_BYTES {
            return Err(PathFault::TooLong);
        }
        if path.iter().any(|byte| byte.is_ascii_control()) {
            return Err(PathFault::Control);
        }
        if path == b"~" || path.begins_with_one_of(HOMES) {
            return Err(PathFault::Home);
        }
        if is_drive(path) {
            return Err(PathFault::Drive);
        }
        if is_absolute(path) {
            return Err(PathFault::Absolute);
        }
        let mut parts = Vec::new();
        for part in path.split(|byte| *byte == b'/') {
            // A backslash separates on some disks, so each piece between them is checked as well.
            for piece in part.split(|byte| *byte == b'\\') {
                check_component(piece)?;
            }
            if !part.is_empty() && part != b"." {
                parts.push(part);
            }
        }
        if parts.is_empty() {
            return Err(PathFault::Empty);
        }
        if parts.len() > MAX_COMPONENTS {
            return Err(PathFault::TooDeep);
        }
        // A backslash at the end separates on some disks, as above.
        let last = path.rsplit(|byte| matches!(byte, b'/' | b'\\')).next();
        if matches!(last, Some(b"" | b".")) {
            return Err(PathFault::Folder);
        }
        // Nearly all are written as they are kept.
        let n_slashes = memchr::memchr_iter(b'/', path).count();
        Ok(RelPath(match parts.len() > n_slashes {
            true => path.into(),
            false => bstr::join("/", parts).into(),
        }))
    }

    /// Returns the path's bytes, components joined by `/`.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the path as byte text.
    pub fn as_bstr(&self) -> &BStr {
        self.0.as_bstr()
    }

    /// Returns the components in order, at least one.
    pub fn components(&self) -> impl DoubleEndedIterator<Item = &[u8]> {
        self.0.split(|byte| *byte == b'/')
    }

    /// Returns the last component.
    pub fn file_name(&self) -> &BStr {
        self.components()
            .next_back()
            .expect("a path has at least one component")
            .as_bstr()
    }

    /// Returns what is behind the last dot of the file's name: `rs`; of `.env`, `env`.
    pub fn extension(&self) -> Option<&[u8]> {
        extension(&self.0)
    }

    /// Returns the folder the path lies in; `None` when it lies directly in the root.
    pub fn parent(&self) -> Option<RelPath> {
        self.0
            .rfind_byte(b'/')
            .map(|at| RelPath(self.0[..at].into()))
    }

    /// Returns the path made of the first `n_components` components; of all, where there are fewer.
    ///
    /// # Panics
    /// When `n_components` is 0: a path has at least one.
    pub fn first(&self, n_components: usize) -> RelPath {
        assert!(n_components > 0, "a path has at least one component");
        let end = self.0.iter().enumerate().filter(|(_, byte)| **byte == b'/');
        let end = end.map(|(at, _)| at).nth(n_components - 1);
        RelPath(self.0[..end.unwrap_or(self.0.len())].into())
    }

    /// Returns the path of `name`, of one component or more, in `folder`; `None` is the root.
    ///
    /// # Errors
    /// As [`RelPath::new`].
    pub fn in_folder(
        folder: Option<&RelPath>,
        name: impl AsRef<[u8]>,
    ) -> Result<RelPath, PathFault> {
        match folder {
            None => RelPath::new(name),
            Some(folder) => RelPath::new([folder.as_bytes(), name.as_ref()].join(&b'/')),
        }
    }

    /// Returns the rest of the path below `folder`; `None` where it does not lie in it.
    pub fn below(&self, folder: &RelPath) -> Option<RelPath> {
        let rest = self.0.strip_prefix(&*folder.0)?.strip_prefix(b"/")?;
        (!rest.is_empty()).then(|| RelPath(rest.into()))
    }

    /// Returns the path as text for comparing and for JSON; bytes that are not UTF-8 become `\u{fffd}`.
    pub fn to_text(&self) -> String {
        self.as_bstr().to_string()
    }
}

impl fmt::Debug for RelPath {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("RelPath").field(&self.as_bstr()).finish()
    }
}

/// Returns what is behind the last dot of the name at the end of a path, as a reply may write it.
pub fn extension(path: &[u8]) -> Option<&[u8]> {
    let name = path.rfind_byte(b'/').map_or(path, |at| &path[at + 1..]);
    name.rfind_byte(b'.').map(|dot| &name[dot + 1..])
}

/// Returns whether a path begins elsewhere than where one stands, in any of the ways that replies write it.
fn is_absolute(path: &[u8]) -> bool {
    let starts: [&[u8]; 3] = [b"/", b"\\", b"file://"];
    starts.iter().any(|start| path.starts_with(start))
}

fn is_drive(path: &[u8]) -> bool {
    path.len() >= 2
        && path[0].is_ascii_alphabetic()
        && path[1] == b':'
        && !matches!(path.get(2), Some(b':'))
}

fn check_component(part: &[u8]) -> Result<(), PathFault> {
    // What is refused begins with a dot or a low line, or has a tilde, and plain ASCII folds to none of them.
    if part.is_ascii() && !matches!(part.first(), Some(b'.' | b'_')) && !part.contains(&b'~') {
        return Ok(());
    }
    let folded = fold(part);
    // Windows cuts trailing dots and blanks off, so `.. ` climbs there.
    let name = folded.trim_end_matches(['.', ' ']);
    if name.is_empty() && folded.starts_with("..") {
        let is_plain = folded.trim_end_matches(' ') == "..";
        return Err(if is_plain {
            PathFault::Climbs
        } else {
            PathFault::Dots
        });
    }
    const RESERVED: [&str; 9] = [
        ".git", ".hg", ".svn", ".jj", ".sl", ".bzr", ".pijul", "_darcs", ".hunkwise",
    ];
    if RESERVED.contains(&name) || name.starts_with(".hunkwise-") || is_short_name(name) {
        return Err(PathFault::Reserved);
    }
    Ok(())
}

/// Folds a component as any disk may: its `:stream` is cut off, and neither case, compatible forms (a full-width letter,
/// the long s) nor code points that show nothing tell it from another (CVE-2014-9390, CVE-2019-1352, CVE-2019-1353).
/// HFS+, folders of ext4 with casefold and ZFS each fold a part of that, and refusing more than one of them costs nothing.
fn fold(part: &[u8]) -> String {
    let name = part.split(|byte| *byte == b':').next().unwrap_or_default();
    if name.is_ascii() {
        return name.to_ascii_lowercase().to_str_lossy().into_owned();
    }
    let text: String = name
        .to_str_lossy()
        .nfkc()
        .filter(|c| !is_hidden(*c) && *c != '\u{fe0f}')
        .collect();
    // Some letters, such as the long s, meet others only in upper case.
    text.to_uppercase().to_lowercase().nfkc().collect()
}

/// NTFS gives `.git` the short name `git~1`, a second one `git~2` and so on, and cuts longer names down to six letters
/// first; all are refused.
fn is_short_name(name: &str) -> bool {
    let Some((start, rest)) = name.split_once('~') else {
        return false;
    };
    let number = match start {
        "git" | "hg" | "svn" | "jj" | "sl" | "bzr" | "pijul" => rest,
        "hunkwi" => rest.split('.').next().unwrap_or_default(),
        _ => return false,
    };
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

impl Serialize for RelPath {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.to_str() {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => serializer.serialize_bytes(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for RelPath {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<RelPath, D::Error> {
        let path = BString::deserialize(deserializer)?;
        RelPath::new(&path).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn honest_paths_are_cleaned() {
        for (path, clean) in [
            ("a.rs", "a.rs"),
            ("./src//a b.rs", "src/a b.rs"),
            (".github/x", ".github/x"),
            (".gitignore", ".gitignore"),
            ("a/..b/c...", "a/..b/c..."),
            ("gît/x", "gît/x"),
            (".hunkwise.toml", ".hunkwise.toml"),
            (".hunkwiser/x", ".hunkwiser/x"),
            ("hunkwise-1.tmp", "hunkwise-1.tmp"),
            (".gitea/x~1", ".gitea/x~1"),
            ("git~1.md", "git~1.md"),
            (
                "\u{fb01}n/Stra\u{df}e\u{2026}.md",
                "\u{fb01}n/Stra\u{df}e\u{2026}.md",
            ),
        ] {
            assert_eq!(
                RelPath::new(path).map(|path| path.to_text()),
                Ok(clean.to_string()),
                "{path}"
            );
        }
    }

    #[test]
    fn paths_too_long_or_too_deep_are_refused() {
        let check = |path: &str, fault: Option<PathFault>| {
            let path = RelPath::new(path).map(|_| ());
            assert_eq!(path, fault.map_or(Ok(()), Err));
        };
        check(&"a".repeat(4095), None);
        check(&"a".repeat(4096), Some(PathFault::TooLong));
        check(&"d/".repeat(40_000), Some(PathFault::TooLong));
        check(&"./".repeat(2048), Some(PathFault::TooLong));
        check(&format!("{}f", "d/".repeat(255)), None);
        check(&format!("./{}f", "d//".repeat(255)), None);
        check(&format!("{}f", "d/".repeat(256)), Some(PathFault::TooDeep));
    }

    #[test]
    fn paths_that_could_leave_the_root_or_name_no_file_are_refused() {
        use PathFault::{Absolute, Climbs, Control, Dots, Drive, Empty, Folder, Home, Reserved};
        for (path, fault) in [
            ("", Empty),
            (".", Empty),
            ("/etc/passwd", Absolute),
            ("C:/x", Drive),
            ("c:x", Drive),
            ("~/.bashrc", Home),
            ("$HOME/.bashrc", Home),
            ("file:///etc/passwd", Absolute),
            ("\\\\host\\x", Absolute),
            ("../x", Climbs),
            ("a/../../x", Climbs),
            ("a\\..\\x", Climbs),
            ("a/.. /x", Climbs),
            (".git/config", Reserved),
            ("a/.GIT/hooks/x", Reserved),
            (".git./x", Reserved),
            (".git::$INDEX_ALLOCATION/x", Reserved),
            ("GIT~1/config", Reserved),
            (".g\u{200c}it/x", Reserved),
            (".hunkwise/ops", Reserved),
            ("x/.svn", Reserved),
            (".g\u{ad}it/x", Reserved),
            (".g\u{200b}it/x", Reserved),
            (".git\u{fe0f}/x", Reserved),
            (".\u{e0067}git/x", Reserved),
            (".g\u{34f}i\u{2060}t/x", Reserved),
            (".git\u{200b}. ", Reserved),
            ("\u{2024}git/x", Reserved),
            (".\u{ff47}\u{ff49}\u{ff54}/x", Reserved),
            (".g\u{131}t/x", Reserved),
            (".hunkwi\u{17f}e", Reserved),
            (".hun\u{212a}wise/x", Reserved),
            (".\u{17f}vn", Reserved),
            (".j\u{200d}J", Reserved),
            (".hunkwise-1-0.tmp", Reserved),
            ("a/.HunkWise-x", Reserved),
            ("a\\.hunkwise-x", Reserved),
            (".hunkwise-1-0.tmp. .", Reserved),
            (".hunkwise-1-0.tmp:s", Reserved),
            (".hunkwi\u{17f}e-1", Reserved),
            (".hunk\u{200d}wise\u{feff}-1", Reserved),
            (".hunkwise\u{ff0d}1", Reserved),
            (".hunkwise-", Reserved),
            ("HUNKWI~1", Reserved),
            ("hunkwi~12.tmp/x", Reserved),
            ("svn~1/entries", Reserved),
            (".\u{200b}./x", Climbs),
            ("\u{2025}/x", Climbs),
            ("a\nb", Control),
            ("a\0b", Control),
            ("newdir/", Folder),
            ("a/newdir//", Folder),
            ("newdir/.", Folder),
            ("newdir/./", Folder),
            ("newdir\\", Folder),
            ("../x/", Climbs),
            ("...", Dots),
            ("a/\u{2026}", Dots),
            ("a/.. ./x", Dots),
        ] {
            assert_eq!(
                RelPath::new(path).map(|path| path.to_text()),
                Err(fault),
                "{path:?}"
            );
        }
    }
}
