//! Paths that cannot leave the root.

use std::fmt;
use std::sync::Arc;

use bstr::{BStr, BString, ByteSlice};
use serde::{Deserialize, Serialize};

/// A relative path of one or more plain components, joined by `/`: never absolute, without `.` and `..`, and never inside
/// version control's own folders. A clone copies no byte.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelPath(Arc<[u8]>);

/// Why a path was refused. Every path a patch names is checked, sources too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum PathFault {
    /// Nothing is left of the path.
    #[error("the path is empty")]
    Empty,
    /// It begins at the file system's root, on a drive or on another machine.
    #[error("the path is absolute")]
    Absolute,
    /// It begins in somebody's home folder: `~/x`, `$HOME/x`.
    #[error("the path is outside the root, in a home folder")]
    Home,
    /// It climbs out by `..`.
    #[error("the path leaves the root by `..`")]
    Climbs,
    /// A component would be `.git`, `.hg`, `.svn`, `.jj` or `.hunkwise` on some disk.
    #[error("the path lies in version control's or hunkwise's own folder")]
    Reserved,
    /// It holds a control character or a NUL, which no honest path has.
    #[error("the path holds a control character")]
    Control,
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
        if path.iter().any(|byte| byte.is_ascii_control()) {
            return Err(PathFault::Control);
        }
        if path.starts_with(b"/") || path.starts_with(b"\\") || is_drive(path) {
            return Err(PathFault::Absolute);
        }
        if HOMES.iter().any(|home| path.starts_with(home.as_bytes())) {
            return Err(PathFault::Home);
        }
        let mut parts = Vec::new();
        for part in path.split_str("/") {
            // A backslash separates on some disks, so each piece between them is checked as well.
            for piece in part.split_str("\\") {
                check_component(piece)?;
            }
            if !part.is_empty() && part != b"." {
                parts.push(part);
            }
        }
        if parts.is_empty() {
            return Err(PathFault::Empty);
        }
        Ok(RelPath(bstr::join("/", parts).into()))
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

    /// Returns the folder the path lies in; `None` when it lies directly in the root.
    pub fn parent(&self) -> Option<RelPath> {
        self.0
            .rfind_byte(b'/')
            .map(|at| RelPath(self.0[..at].into()))
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

fn is_drive(path: &[u8]) -> bool {
    path.len() >= 2
        && path[0].is_ascii_alphabetic()
        && path[1] == b':'
        && !matches!(path.get(2), Some(b':'))
}

fn check_component(part: &[u8]) -> Result<(), PathFault> {
    if part == b".." {
        return Err(PathFault::Climbs);
    }
    let folded = fold(part);
    // Windows reads trailing dots and blanks away, so `.. ` climbs there.
    if folded.is_empty() && part.starts_with(b"..") {
        return Err(PathFault::Climbs);
    }
    const RESERVED: [&str; 5] = [".git", ".hg", ".svn", ".jj", ".hunkwise"];
    if RESERVED.contains(&folded.as_str()) || is_short_name_of_git(&folded) {
        return Err(PathFault::Reserved);
    }
    Ok(())
}

/// Folds a component as disks may: case and the code points HFS+ ignores are dropped, `:stream` and trailing dots and
/// blanks cut off (CVE-2014-9390, CVE-2019-1352, CVE-2019-1353).
fn fold(part: &[u8]) -> String {
    let text: String = part
        .to_str_lossy()
        .chars()
        .filter(|c| !ignored_by_hfs(*c))
        .flat_map(char::to_lowercase)
        .collect();
    let text = text.split(':').next().unwrap_or_default();
    text.trim_end_matches(['.', ' ']).to_string()
}

fn ignored_by_hfs(c: char) -> bool {
    matches!(c, '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}')
}

/// NTFS gives `.git` the short name `git~1`, and a second one `git~2` and on; all are refused.
fn is_short_name_of_git(folded: &str) -> bool {
    folded.strip_prefix("git~").is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
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
        ] {
            assert_eq!(
                RelPath::new(path).map(|path| path.to_text()),
                Ok(clean.to_string()),
                "{path}"
            );
        }
    }

    #[test]
    fn paths_that_could_leave_the_root_are_refused() {
        use PathFault::{Absolute, Climbs, Control, Empty, Reserved};
        for (path, fault) in [
            ("", Empty),
            (".", Empty),
            ("/etc/passwd", Absolute),
            ("C:/x", Absolute),
            ("c:x", Absolute),
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
            ("a\nb", Control),
            ("a\0b", Control),
        ] {
            assert_eq!(
                RelPath::new(path).map(|path| path.to_text()),
                Err(fault),
                "{path:?}"
            );
        }
    }
}
