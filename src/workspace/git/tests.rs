use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use sha1::{Digest, Sha1};
use tempfile::TempDir;

use super::*;

/// A repository that is made by hand.
struct Made {
    dir: TempDir,
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packing = ZlibEncoder::new(Vec::new(), Compression::fast());
    packing.write_all(bytes).expect("packed");
    packing.finish().expect("packed")
}

fn hex(id: &[u8]) -> String {
    id.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn name_of(kind: &str, bytes: &[u8]) -> [u8; 20] {
    let whole = [format!("{kind} {}\0", bytes.len()).as_bytes(), bytes].concat();
    Sha1::digest(whole).into()
}

impl Made {
    fn new() -> Made {
        let dir = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir_all(dir.path().join(".git/objects/pack")).expect("made");
        fs::create_dir_all(dir.path().join(".git/refs/heads")).expect("made");
        Made { dir }
    }

    fn git(&self, name: &str) -> PathBuf {
        self.dir.path().join(".git").join(name)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.git(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, bytes).expect("written");
    }

    fn loose(&self, kind: &str, bytes: &[u8]) -> [u8; 20] {
        let id = name_of(kind, bytes);
        let name = hex(&id);
        let whole = [format!("{kind} {}\0", bytes.len()).as_bytes(), bytes].concat();
        self.write(
            &format!("objects/{}/{}", &name[..2], &name[2..]),
            packed(&whole),
        );
        id
    }

    /// Commits `src/a.txt` with this blob.
    fn commit(&self, blob: [u8; 20]) {
        let inner = self.loose("tree", &[b"100644 a.txt\0", &blob[..]].concat());
        let tree = self.loose("tree", &[b"40000 src\0", &inner[..]].concat());
        let commit = format!("tree {}\nauthor A <a@b> 0 +0000\n\nm\n", hex(&tree));
        let commit = self.loose("commit", commit.as_bytes());
        self.write("refs/heads/main", hex(&commit) + "\n");
        self.write("HEAD", "ref: refs/heads/main\n");
    }

    /// Makes a pack of entries, each with the name it is found by.
    fn pack(&self, entries: &[([u8; 20], Vec<u8>)]) {
        let mut pack = b"PACK\0\0\0\x02\0\0\0\x01".to_vec();
        let mut places: Vec<([u8; 20], u32)> = Vec::new();
        for (id, bytes) in entries {
            places.push((*id, pack.len() as u32));
            pack.extend(bytes);
        }
        places.sort();
        let mut index = b"\xfftOc\0\0\0\x02".to_vec();
        for first in 0..=255 {
            let n_below = places.iter().filter(|(id, _)| id[0] <= first).count();
            index.extend((n_below as u32).to_be_bytes());
        }
        index.extend(places.iter().flat_map(|(id, _)| *id));
        index.extend(vec![0; 4 * places.len()]);
        index.extend(places.iter().flat_map(|(_, place)| place.to_be_bytes()));
        self.write("objects/pack/pack-1.pack", pack);
        self.write("objects/pack/pack-1.idx", index);
    }

    fn committed(&self) -> Option<String> {
        committed(self.dir.path())
    }
}

fn committed(top: &Path) -> Option<String> {
    let top = fs::File::open(top).expect("a folder");
    let path = RelPath::new("src/a.txt").expect("a plain path");
    let bytes = Git::of(&top.into())?.committed(&path)?;
    Some(String::from_utf8(bytes).expect("it is UTF-8"))
}

/// Returns what an entry of a pack begins with: its kind, and its size below 2048.
fn start(kind: u8, size: usize) -> Vec<u8> {
    vec![0x80 | (kind << 4) | (size & 15) as u8, (size >> 4) as u8]
}

const BASE: &[u8] = b"one\ntwo\nthree\n";
const MADE: &[u8] = b"one\n2\nthree\n";
/// Copies four bytes, adds two, copies six.
const DELTA: &[u8] = b"\x0e\x0c\x90\x04\x022\n\x91\x08\x06";

#[test]
fn a_file_of_the_commit_is_read() {
    let made = Made::new();
    made.commit(made.loose("blob", b"one\n"));
    assert_eq!(made.committed().as_deref(), Some("one\n"));
    let commit = fs::read_to_string(made.git("refs/heads/main")).expect("read");
    made.write("HEAD", &commit);
    assert_eq!(made.committed().as_deref(), Some("one\n"), "no branch");
    made.write("HEAD", "ref: refs/heads/main");
    fs::remove_file(made.git("refs/heads/main")).expect("removed");
    let id = commit.trim_end();
    made.write(
        "packed-refs",
        format!("# pack-refs\n{id} refs/heads/main\n"),
    );
    assert_eq!(made.committed().as_deref(), Some("one\n"), "packed");
}

#[test]
fn packs_hold_objects_whole_and_as_changes_of_others() {
    let (base, id) = (name_of("blob", BASE), name_of("blob", MADE));
    let whole = [start(3, BASE.len()), packed(BASE)].concat();
    let by_name = [start(7, DELTA.len()), base.to_vec(), packed(DELTA)].concat();
    let distance = vec![whole.len() as u8];
    let by_distance = [start(6, DELTA.len()), distance, packed(DELTA)].concat();
    for changed in [by_name, by_distance] {
        let made = Made::new();
        made.commit(id);
        made.pack(&[(base, whole.clone()), (id, changed)]);
        assert_eq!(made.committed().as_deref(), Some("one\n2\nthree\n"));
    }
}

#[test]
fn what_is_damaged_says_nothing() {
    let made = Made::new();
    let id = made.loose("blob", b"one\n");
    made.commit(id);
    let name = hex(&id);
    let path = format!("objects/{}/{}", &name[..2], &name[2..]);
    // Another content under its name, a wrong size, no packing, half of one.
    let good = fs::read(made.git(&path)).expect("read");
    for bad in [
        packed(b"blob 4\0two\n"),
        packed(b"blob 5\0one\n"),
        packed(b"blob 3\0one\n"),
        packed(b"blob 99999999999999999999\0one\n"),
        b"one\n".to_vec(),
        good[..good.len() / 2].to_vec(),
    ] {
        made.write(&path, bad);
        assert_eq!(made.committed(), None);
    }
    made.write("HEAD", "ref: HEAD\n");
    assert_eq!(made.committed(), None);
    made.write("HEAD", "ref: refs/heads/main\n");
    made.write("refs/heads/main", "ref: refs/heads/main\n");
    assert_eq!(made.committed(), None, "a reference to itself");
}

#[test]
fn a_pack_that_leads_nowhere_ends() {
    let id = name_of("blob", MADE);
    let itself = [start(7, DELTA.len()), id.to_vec(), packed(DELTA)].concat();
    let before_all = [start(6, DELTA.len()), vec![0x7f], packed(DELTA)].concat();
    let no_kind = [start(5, 1), packed(b"x")].concat();
    for bad in [itself, before_all, no_kind, Vec::new()] {
        let made = Made::new();
        made.commit(id);
        made.pack(&[(id, bad)]);
        assert_eq!(made.committed(), None);
    }
    let made = Made::new();
    made.commit(id);
    made.write("objects/pack/pack-1.idx", b"\xfftOc\0\0\0\x02");
    made.write("objects/pack/pack-2.idx", vec![0xff; 2000]);
    assert_eq!(made.committed(), None, "no such index");
}

#[test]
fn what_is_unpacked_is_bounded() {
    let made = Made::new();
    let n_bytes = MOST_BYTES as usize + 1;
    let id = made.loose("blob", &vec![b'x'; n_bytes]);
    made.commit(id);
    assert_eq!(made.committed(), None);
}

#[test]
fn nothing_outside_is_followed() {
    let there = Made::new();
    there.commit(there.loose("blob", b"one\n"));
    // A `.git` that is a file, or a link; objects and references that are links; an alternate.
    let here = tempfile::tempdir().expect("a temporary folder");
    let git = here.path().join(".git");
    fs::write(&git, format!("gitdir: {}\n", there.git("").display())).expect("written");
    assert_eq!(committed(here.path()), None);
    fs::remove_file(&git).expect("removed");
    symlink(there.git(""), &git).expect("linked");
    assert_eq!(committed(here.path()), None);
    for linked in ["objects", "refs"] {
        let made = Made::new();
        made.commit(made.loose("blob", b"one\n"));
        fs::remove_dir_all(made.git(linked)).expect("removed");
        symlink(there.git(linked), made.git(linked)).expect("linked");
        assert_eq!(made.committed(), None);
    }
    let made = Made::new();
    made.write("HEAD", fs::read(there.git("HEAD")).expect("read"));
    let main = "refs/heads/main";
    made.write(main, fs::read(there.git(main)).expect("read"));
    let alternate = there.git("objects").display().to_string();
    made.write("objects/info/alternates", alternate + "\n");
    assert_eq!(made.committed(), None);
}

#[test]
fn a_file_leads_to_the_folder_that_names_its_tree() {
    let made = Made::new();
    made.commit(made.loose("blob", b"one\n"));
    let linked = made.dir.path().join("linked");
    fs::create_dir(&linked).expect("made");
    let dot_git = linked.join(".git");
    let own = made.git("worktrees/linked");
    fs::write(&dot_git, format!("gitdir: {}\n", own.display())).expect("written");
    made.write("worktrees/linked/HEAD", "ref: refs/heads/main\n");
    made.write("worktrees/linked/commondir", "../..\n");
    assert_eq!(committed(&linked), None, "it names no tree");
    let other = made.dir.path().join("other/.git");
    made.write("worktrees/linked/gitdir", other.display().to_string());
    assert_eq!(committed(&linked), None, "it names another tree");
    made.write(
        "worktrees/linked/gitdir",
        format!("{}\n", dot_git.display()),
    );
    assert_eq!(committed(&linked).as_deref(), Some("one\n"));
    made.write("worktrees/linked/HEAD", "ref: refs/heads/none\n");
    assert_eq!(committed(&linked), None, "its branch has no commit");
    made.write("worktrees/linked/commondir", "..\n");
    made.write("worktrees/linked/HEAD", "ref: refs/heads/main\n");
    assert_eq!(committed(&linked), None, "it shares another folder");
}

#[test]
fn a_file_of_a_submodule_leads_to_the_folder_that_names_it() {
    let made = Made::new();
    made.commit(made.loose("blob", b"one\n"));
    let module = made.dir.path().join("module");
    fs::create_dir(&module).expect("made");
    fs::write(module.join(".git"), "gitdir: ../.git\n").expect("written");
    for (settings, expected) in [
        ("[core]\n\tbare = false\n", None),
        ("[core]\n\tworktree = ../other\n", None),
        ("[other]\n\tworktree = ../module\n", None),
        ("[core]\n\tworktree = ../module\n", Some("one\n")),
    ] {
        made.write("config", settings);
        assert_eq!(committed(&module).as_deref(), expected, "{settings}");
    }
}

#[test]
fn replaced_objects_are_those_that_were_committed() {
    let made = Made::new();
    let id = made.loose("blob", b"one\n");
    let other = made.loose("blob", b"two\n");
    made.commit(id);
    made.write(&format!("refs/replace/{}", hex(&id)), hex(&other));
    assert_eq!(made.committed().as_deref(), Some("one\n"));
}
