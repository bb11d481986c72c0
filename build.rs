//! Writes what is known of Unicode as plain text: all emoji, and what ASCII text each character passes for. The crates that know
//! them hold tables of pointers, which would have to be relocated at every start, whether or not anybody asks. And links the program.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use unicode_normalization::UnicodeNormalization;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = env::var_os("OUT_DIR")
        .map(PathBuf::from)
        .unwrap_or_default();
    link_to_start_soon(&folder)?;
    write_emoji(&folder)?;
    write_skeletons(&folder)
}

/// Links the program so that it starts soon, where its system is known: half of what a small check takes is its start.
fn link_to_start_soon(folder: &Path) -> io::Result<()> {
    let is = |name, value| env::var(name).is_ok_and(|found| found == value);
    let is_known = is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && is("CARGO_CFG_TARGET_ARCH", "x86_64");
    if !is_known || env::var_os("CARGO_FEATURE_TERMINAL").is_none() {
        return Ok(());
    }
    // At one address: a program that may lie anywhere has its 14,000 pointers to itself written at each start, a tenth of a
    // small check. Its heap, its stacks and the system's libraries still lie elsewhere each time.
    println!("cargo::rustc-link-arg-bins=-no-pie");
    link_unwinder(folder)
}

/// Has the unwinder linked into the program, where the compiler of C has it as an archive. The library `gcc_s`, loaded for
/// nothing but panics, also asks at each start what the processor can, which takes long in a virtual machine.
fn link_unwinder(folder: &Path) -> io::Result<()> {
    let linker = env::var_os("RUSTC_LINKER").unwrap_or_else(|| "cc".into());
    let asked = Command::new(linker)
        .arg("-print-file-name=libgcc_eh.a")
        .output();
    let said = asked.map_or_else(|_| Vec::new(), |output| output.stdout);
    let archive = PathBuf::from(String::from_utf8_lossy(&said).trim());
    // A compiler that has none says the bare name.
    if archive.is_absolute() {
        // This folder is searched before those of the system.
        fs::copy(archive, folder.join("libgcc_s.a"))?;
        println!("cargo::rustc-link-search=native={}", folder.display());
    }
    Ok(())
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
