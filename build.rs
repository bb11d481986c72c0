//! Writes what is known of Unicode as plain text: all emoji, and what ASCII text each character passes for. The crates that know
//! them hold tables of pointers, which would have to be relocated at every start, whether or not anybody asks.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .unwrap_or_default();
    write_emoji(&folder)?;
    write_skeletons(&folder)
}

/// Writes a line for each character that passes for ASCII text by the tables of UTS 39: the character, and that text.
fn write_skeletons(folder: &Path) -> io::Result<()> {
    let in_ascii = |c: char| {
        let skeleton: String = unicode_security::skeleton(c.encode_utf8(&mut [0; 4])).collect();
        let is_seen = skeleton.bytes().all(|byte| byte.is_ascii_graphic());
        (is_seen && !skeleton.is_empty()).then(|| format!("{c}{skeleton}\n"))
    };
    let list: String = ('\u{80}'..=char::MAX).filter_map(in_ascii).collect();
    fs::write(folder.join("skeletons.txt"), list)
}

fn write_emoji(folder: &Path) -> io::Result<()> {
    let tones = |emoji: &'static emojis::Emoji| -> Vec<&'static emojis::Emoji> {
        let tones = emoji.skin_tones().map(Iterator::collect);
        tones.unwrap_or_else(|| vec![emoji])
    };
    // Replies leave the selectors of emoji out, or set them where none belongs.
    let mut list: Vec<String> = emojis::iter()
        .flat_map(tones)
        .map(|emoji| emoji.as_str().replace(['\u{fe0e}', '\u{fe0f}'], ""))
        .collect();
    list.sort_unstable();
    list.dedup();
    fs::write(folder.join("emoji.txt"), list.join("\n"))
}
