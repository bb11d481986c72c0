//! What the environment says of the terminal: its colours, its characters, its clipboard.

use super::Colours;
use super::mark::Symbols;
use super::model::Clipboard;

/// Returns how many colours the terminal shows, as its environment says.
pub(super) fn colours_of(asked: Colours) -> Colours {
    if asked != Colours::Auto {
        return asked;
    }
    let said = |name: &str| std::env::var(name).unwrap_or_default();
    if !said("NO_COLOR").is_empty() || said("TERM") == "dumb" {
        return Colours::None;
    }
    if matches!(said("COLORTERM").as_str(), "truecolor" | "24bit") {
        return Colours::True;
    }
    if said("TERM").contains("256color") {
        return Colours::Ansi256;
    }
    Colours::Ansi16
}

/// Returns the name of the terminal.
pub(super) fn term() -> String {
    std::env::var("TERM").unwrap_or_default()
}

/// Returns where a copy can go: the terminals without a clipboard are known by their names.
pub(super) fn clipboard() -> Clipboard {
    match term().as_str() {
        "" | "dumb" | "linux" => Clipboard::None,
        _ => Clipboard::Terminal,
    }
}

/// Returns the characters that the locale can show.
pub(super) fn symbols() -> Symbols {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    match set.map(|locale| locale.to_uppercase()) {
        Some(locale) if !locale.contains("UTF-8") && !locale.contains("UTF8") => Symbols::Ascii,
        Some(_) | None => Symbols::Unicode,
    }
}
