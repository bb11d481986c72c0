//! Writes what is known of Unicode as plain text: all emoji, and what ASCII text each character passes for. The crates that know
//! them hold tables of pointers, which would have to be relocated at every start, whether or not anybody asks.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use unicode_normalization::UnicodeNormalization;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .unwrap_or_default();
    write_emoji(&folder)?;
    write_skeletons(&folder)
}

/// Writes a line for each character that passes for others by the tables of UTS 39: the character, and these. Of those that
/// consist of others only such as pass for ASCII text: they are taken apart before anybody asks.
fn write_skeletons(folder: &Path) -> io::Result<()> {
    let line = |c: char| {
        let mut room = [0; 4];
        let text: &str = c.encode_utf8(&mut room);
        let skeleton: String = unicode_security::skeleton(text).collect();
        let is_whole = text.nfd().eq([c]);
        let is_asked = is_whole || skeleton.bytes().all(|byte| byte.is_ascii_graphic());
        (is_asked && skeleton != text).then(|| format!("{c}{skeleton}\n"))
    };
    let list: String = ('\0'..=char::MAX).filter_map(line).collect();
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
