//! The name of a file as a person types it, or drops it on the terminal: with `~`, quotes and backslashes as shells have them.

use std::path::{Path, PathBuf};

/// Returns the file that is meant.
pub(crate) fn path_of(typed: &str) -> PathBuf {
    let typed = typed.trim();
    if Path::new(typed).exists() {
        return PathBuf::from(typed);
    }
    with_home(&unquoted(typed))
}

/// Returns what a name that was begun may become, sorted; folders end in a slash.
pub(crate) fn completions(typed: &str) -> Vec<String> {
    let typed = unquoted(typed.trim_start());
    let (folder, begun) = match typed.rfind('/') {
        Some(at) => typed.split_at(at + 1),
        None => ("", typed.as_str()),
    };
    let read = match folder {
        "" => PathBuf::from("."),
        folder => with_home(folder),
    };
    // What cannot be listed has nothing to offer.
    let entries = std::fs::read_dir(read).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let is_hidden = name.starts_with('.') && !begun.starts_with('.');
            let fits = name.starts_with(begun) && !is_hidden;
            let slash = if entry.path().is_dir() { "/" } else { "" };
            fits.then(|| format!("{folder}{name}{slash}"))
        })
        .collect();
    names.sort_unstable();
    names
}

/// Returns the one word that a shell would make of it; what is none stays as it is.
fn unquoted(typed: &str) -> String {
    match shlex::split(typed).as_deref() {
        Some([word]) => word.clone(),
        Some(_) | None => typed.to_string(),
    }
}

fn with_home(path: &str) -> PathBuf {
    let home = || etcetera::home_dir().ok();
    match path.strip_prefix('~') {
        Some("") => home().unwrap_or_else(|| PathBuf::from(path)),
        Some(rest) if rest.starts_with('/') => {
            home().map_or_else(|| PathBuf::from(path), |home| home.join(&rest[1..]))
        }
        Some(_) | None => PathBuf::from(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_shells_read_it() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("a reply.md");
        std::fs::write(&path, "x").expect("written");
        let shown = path.to_str().expect("a plain path");
        for typed in [
            shown.to_string(),
            format!(" {shown} "),
            format!("'{shown}'"),
            format!("\"{shown}\""),
            shown.replace(' ', "\\ "),
        ] {
            assert_eq!(path_of(&typed), path, "{typed}");
        }
        let home = etcetera::home_dir().expect("a home");
        assert_eq!(path_of("~/x.md"), home.join("x.md"));
        assert_eq!(path_of("~x/y"), PathBuf::from("~x/y"));
    }

    #[test]
    fn what_is_begun_is_completed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let at = |name: &str| folder.path().join(name);
        for name in ["reply.md", "reply 2.md", "other", ".hidden"] {
            std::fs::write(at(name), "x").expect("written");
        }
        std::fs::create_dir(at("replies")).expect("made");
        let shown = folder.path().to_str().expect("a plain path");
        let completed = |typed: &str| -> Vec<String> {
            let all = completions(&format!("{shown}/{typed}")).into_iter();
            all.map(|name| name[shown.len() + 1..].to_string())
                .collect()
        };
        assert_eq!(completed("rep"), ["replies/", "reply 2.md", "reply.md"]);
        assert_eq!(completed("oth"), ["other"]);
        assert_eq!(completed(".h"), [".hidden"]);
        assert_eq!(
            completed(""),
            ["other", "replies/", "reply 2.md", "reply.md"]
        );
        assert!(completed("zzz").is_empty());
    }
}
