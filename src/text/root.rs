//! What the root is called where a path is absolute: agents write every path so, and one below the root is as good as the
//! path from there.

use bstr::{BString, ByteSlice};

use super::path::{PathFault, RelPath};

/// The names of the folder that all targets lie under, as absolute paths may begin. Without any, every absolute path lies
/// outside.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Root {
    names: Vec<Absolute>,
}

impl Root {
    /// Makes a root of the ways to write it: resolved, as it was typed, from the home folder (`~/shop`). What is not
    /// absolute is no name of a root.
    pub fn named(names: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Root {
        let names = names.into_iter();
        let mut names: Vec<Absolute> = names
            .filter_map(|name| Absolute::new(name.as_ref()))
            .collect();
        let mounted: Vec<Absolute> = names.iter().filter_map(Absolute::on_drive).collect();
        names.extend(mounted);
        Root { names }
    }

    /// Returns the path behind the name of the root's own folder, with which some programs begin their paths: `src/a.rs` for
    /// `shop/src/a.rs` under `/srv/shop`; `None` for one that does not begin so.
    pub fn below_its_name(&self, path: &RelPath) -> Option<RelPath> {
        let (first, rest) = path.as_bytes().split_once_str("/")?;
        let is_name = |name: &Absolute| name.parts.last().is_some_and(|part| part == first);
        let is_its_name = self.names.iter().any(is_name);
        is_its_name.then(|| RelPath::new(rest).ok()).flatten()
    }

    /// Checks a path as a reply writes it. Nothing on the disk is asked, so that no link can lead elsewhere: an absolute path
    /// lies under the root when it begins with one of the root's names.
    ///
    /// # Errors
    /// As [`RelPath::new`]; those of whole paths only where the path lies outside.
    pub fn relative(&self, path: impl AsRef<[u8]>) -> Result<RelPath, PathFault> {
        let path = path.as_ref();
        match (RelPath::new(path), Absolute::new(path)) {
            (Err(fault), Some(path)) if fault.is_of_whole_path() => {
                let mut below = self.names.iter().filter_map(|name| path.below(name));
                RelPath::new(below.next().ok_or(fault)?)
            }
            (checked, _) => checked,
        }
    }
}

/// An absolute path in its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Absolute {
    volume: Volume,
    parts: Vec<BString>,
}

/// Where an absolute path begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Volume {
    /// At the root of the file system.
    Top,
    /// At the home folder, `~`.
    Home,
    /// On a drive, `C:`, in lower case.
    Drive(u8),
}

impl Absolute {
    /// Reads an absolute path, a `file:` URI too; `None` for one that is relative, or on another machine.
    fn new(path: &[u8]) -> Option<Absolute> {
        if let Some(uri) = path.strip_prefix(b"file://") {
            let local = uri.strip_prefix(b"localhost").unwrap_or(uri);
            let decoded = percent_decoded(local);
            let drive = decoded.strip_prefix(b"/").filter(|rest| is_drive(rest));
            return Absolute::new(drive.unwrap_or(&decoded));
        }
        if is_drive(path) {
            let volume = Volume::Drive(path[0].to_ascii_lowercase());
            return Some(Absolute::of(
                volume,
                path[2..].split_str("\\").flat_map(slashed),
            ));
        }
        // How Windows writes the files of a Linux beside it.
        for host in [r"\\wsl$\", r"\\wsl.localhost\"] {
            if let Some(rest) = path.strip_prefix(host.as_bytes()) {
                return Some(Absolute::of(Volume::Top, rest.split_str("\\").skip(1)));
            }
        }
        if let Some(rest) = path.strip_prefix(b"~/") {
            return Some(Absolute::of(Volume::Home, slashed(rest)));
        }
        let is_top = path.starts_with(b"/");
        is_top.then(|| Absolute::of(Volume::Top, slashed(path)))
    }

    fn of<'a>(volume: Volume, parts: impl Iterator<Item = &'a [u8]>) -> Absolute {
        let says_something = |part: &&[u8]| !part.is_empty() && *part != b".";
        Absolute {
            volume,
            parts: parts.filter(says_something).map(BString::from).collect(),
        }
    }

    /// Returns what a folder below `/mnt/c` is called by the programs of Windows.
    fn on_drive(&self) -> Option<Absolute> {
        match (self.volume, &self.parts[..]) {
            (Volume::Top, [mnt, drive, rest @ ..]) if mnt == "mnt" && drive.len() == 1 => {
                let volume = Volume::Drive(drive[0].to_ascii_lowercase());
                Some(Absolute::of(volume, rest.iter().map(|part| &part[..])))
            }
            (Volume::Top | Volume::Home | Volume::Drive(_), _) => None,
        }
    }

    /// Returns what follows `root` in the path, where it begins so.
    fn below(&self, root: &Absolute) -> Option<Vec<u8>> {
        let is_same = |(own, other): (&BString, &BString)| match self.volume {
            Volume::Drive(_) => own.eq_ignore_ascii_case(other),
            Volume::Top | Volume::Home => own == other,
        };
        let begins_so = self.volume == root.volume
            && self.parts.len() >= root.parts.len()
            && self.parts.iter().zip(&root.parts).all(is_same);
        begins_so.then(|| bstr::join("/", &self.parts[root.parts.len()..]))
    }
}

fn slashed(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    path.split_str("/")
}

fn is_drive(path: &[u8]) -> bool {
    matches!(path, [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic())
}

fn percent_decoded(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|digits| digits.to_str().ok());
        let digits = digits.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match byte.filter(|_| *first == b'%') {
            Some(byte) => {
                out.push(byte);
                rest = &after[2..];
            }
            None => {
                out.push(*first);
                rest = after;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(root: &[&str], path: &str, expected: Result<&str, PathFault>) {
        let relative = Root::named(root).relative(path);
        let relative = relative.map(|path| path.to_text());
        assert_eq!(relative, expected.map(str::to_string), "{path}");
    }

    #[test]
    fn an_absolute_path_below_the_root_is_what_follows_it() {
        let root = ["/home/me/shop", "/code/shop", "~/shop"];
        for path in [
            "src/a b.py",
            "/home/me/shop/src/a b.py",
            "/home/me//shop/./src/a b.py",
            "/code/shop/src/a b.py",
            "~/shop/src/a b.py",
            "file:///home/me/shop/src/a%20b.py",
            "file://localhost/code/shop/src/a%20b.py",
            r"\\wsl$\Ubuntu\home\me\shop\src\a b.py",
        ] {
            check(&root, path, Ok("src/a b.py"));
        }
        check(&["/"], "/a", Ok("a"));
        for path in [
            r"C:\Code\shop\src\a.py",
            "c:/code/Shop/src/a.py",
            "file:///c%3A/code/shop/src/a.py",
        ] {
            check(&["/mnt/c/code/shop"], path, Ok("src/a.py"));
            check(&[r"C:\code\shop"], path, Ok("src/a.py"));
        }
    }

    #[test]
    fn what_only_begins_alike_lies_outside() {
        let root = ["/home/me/shop"];
        for path in [
            "/home/me/shopping/a",
            "/home/me",
            "/home/you/shop/a",
            "/home/me/x/../shop/a",
            "/Home/me/shop/a",
            "~/shop/a",
            "~/.bashrc",
            r"C:\home\me\shop\a",
            "file://elsewhere/home/me/shop/a",
            r"\\host\share\a",
        ] {
            let fault = match path.as_bytes() {
                [b'~', ..] => PathFault::Home,
                [_, b':', ..] => PathFault::Drive,
                _ => PathFault::Absolute,
            };
            check(&root, path, Err(fault));
        }
        check(&[], "/home/me/shop/a", Err(PathFault::Absolute));
        check(&root, "/home/me/shop/../a", Err(PathFault::Climbs));
        check(
            &root,
            "file:///home/me/shop/%2e%2e/a",
            Err(PathFault::Climbs),
        );
        check(&root, "/home/me/shop/.git/config", Err(PathFault::Reserved));
        check(&root, "file:///home/me/shop/a%0Ab", Err(PathFault::Control));
        check(&root, "/home/me/shop/", Err(PathFault::Empty));
    }
}
