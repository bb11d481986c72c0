//! Writes the list of all emoji. The crate that knows them holds their names too, in tables of pointers that would have to be
//! relocated at every start, whether or not anybody asks.

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
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
    let folder = env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .unwrap_or_default();
    fs::write(folder.join("emoji.txt"), list.join("\n"))
}
