//! Keys by name: `j`, `enter`, `ctrl-r`, `backtab`. The table of keys, the footer and the tests all speak in these.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A key as the table names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    code: KeyCode,
    control: Control,
}

/// Whether the control key is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Control {
    Up,
    Held,
}

const NAMED: [(&str, KeyCode); 16] = [
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("tab", KeyCode::Tab),
    ("backtab", KeyCode::BackTab),
    ("space", KeyCode::Char(' ')),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("pgup", KeyCode::PageUp),
    ("pgdn", KeyCode::PageDown),
    ("backspace", KeyCode::Backspace),
    ("delete", KeyCode::Delete),
    ("insert", KeyCode::Insert),
];

impl Key {
    /// Reads a key's name; `None` when there is no such key.
    pub fn named(name: &str) -> Option<Key> {
        let (control, rest) = match name.strip_prefix("ctrl-") {
            Some(rest) => (Control::Held, rest),
            None => (Control::Up, name),
        };
        let code = match NAMED.iter().find(|(known, _)| *known == rest) {
            Some((_, code)) => *code,
            None if function_key(rest).is_some() => KeyCode::F(function_key(rest)?),
            None => {
                let mut chars = rest.chars();
                let only = chars.next().filter(|_| chars.next().is_none())?;
                KeyCode::Char(only)
            }
        };
        Some(Key { code, control })
    }

    /// Returns the key of a terminal's event; `None` with a modifier that no binding uses.
    pub fn of_event(event: &KeyEvent) -> Option<Key> {
        if event
            .modifiers
            .intersects(KeyModifiers::ALT | KeyModifiers::SUPER | KeyModifiers::META)
        {
            return None;
        }
        let control = if event.modifiers.contains(KeyModifiers::CONTROL) {
            Control::Held
        } else {
            Control::Up
        };
        let shifted = event.modifiers.contains(KeyModifiers::SHIFT);
        let code = if event.code == KeyCode::Tab && shifted {
            KeyCode::BackTab
        } else {
            event.code
        };
        Some(Key { code, control })
    }

    /// Returns the event a terminal sends for the key.
    pub fn to_event(self) -> KeyEvent {
        let modifiers = match self.control {
            Control::Held => KeyModifiers::CONTROL,
            Control::Up => KeyModifiers::NONE,
        };
        KeyEvent::new(self.code, modifiers)
    }

    /// Returns what people call the key.
    pub fn name(self) -> String {
        let control = match self.control {
            Control::Held => "^",
            Control::Up => "",
        };
        let named = NAMED.iter().find(|(_, code)| *code == self.code);
        let name = match (named, self.code) {
            (Some((name, _)), _) => shown(name),
            (None, code) => code.to_string(),
        };
        format!("{control}{name}")
    }

    /// Returns the digit 0 to 9 that the key types.
    pub fn digit(self) -> Option<usize> {
        let digit = self.typed()?.to_digit(10)?;
        Some(digit as usize)
    }

    /// Returns the character that the key types into a line of text.
    pub fn typed(self) -> Option<char> {
        let c = self.code.as_char()?;
        (self.control == Control::Up).then_some(c)
    }
}

/// Reads `f1` to `f12`.
fn function_key(name: &str) -> Option<u8> {
    let number = name.strip_prefix('f')?.parse().ok()?;
    (1..=12).contains(&number).then_some(number)
}

/// Returns a key's name as people read it in the footer.
pub fn shown(name: &str) -> String {
    match name {
        "enter" => "Enter".to_string(),
        "esc" => "Esc".to_string(),
        "tab" => "Tab".to_string(),
        "backtab" => "S-Tab".to_string(),
        "space" => "Space".to_string(),
        "up" => "\u{2191}".to_string(),
        "down" => "\u{2193}".to_string(),
        "left" => "\u{2190}".to_string(),
        "right" => "\u{2192}".to_string(),
        "pgup" => "PgUp".to_string(),
        "pgdn" => "PgDn".to_string(),
        "home" => "Home".to_string(),
        "end" => "End".to_string(),
        _ if function_key(name).is_some() => name.to_uppercase(),
        _ => name.replace("ctrl-", "^"),
    }
}

/// Returns the keys of one command as people read them; many digits as a range.
pub fn all_shown(names: &[&str]) -> String {
    match names {
        [first, .., last] if names.len() > 3 => format!("{first}-{last}"),
        names => {
            let names: Vec<String> = names.iter().map(|name| shown(name)).collect();
            names.join(" ")
        }
    }
}
