//! The ground the terminal draws on: asked for once, and told among the keys.

use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use xterm_color::Color;

use super::Colours;
use super::theme::{Theme, luminance};

/// How long the first frame waits for the answer; a person would not notice it. One that comes later changes the theme.
pub(super) const PATIENCE: Duration = Duration::from_millis(100);

/// Asks for the ground. It ends in BEL, as some terminals forget a part of the longer end in their answer.
pub(super) const QUESTION: &str = "\x1b]11;?\x07";

/// What the answer begins with, behind its first key.
const BEGINNING: &str = "11;";

/// The longest answer: `11;rgba:` and four numbers of four digits.
const LONGEST_ANSWER: usize = 32;

/// What the terminal draws on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    Dark,
    Light,
}

/// Returns whether a terminal of this name, with so many colours, can be asked: some take the question for text, or answer
/// for a terminal around them that may not be there.
pub(super) fn can_be_asked(colours: Colours, term: &str) -> bool {
    let is_odd = matches!(term, "" | "dumb" | "Eterm" | "screen") || term.starts_with("screen.");
    match colours {
        Colours::None | Colours::Ansi16 => false,
        Colours::Auto | Colours::Ansi256 | Colours::True => !is_odd,
    }
}

/// Returns the theme that suits a terminal of so many colours; one that does not say what it draws on counts as dark.
pub(super) fn suited(colours: Colours, ground: Option<Ground>) -> Theme {
    let name = match (colours, ground) {
        (Colours::None | Colours::Ansi16, _) | (_, None) => Theme::suited_to(colours),
        (Colours::Auto | Colours::Ansi256 | Colours::True, Some(Ground::Dark)) => "dark",
        (Colours::Auto | Colours::Ansi256 | Colours::True, Some(Ground::Light)) => "light",
    };
    let theme = Theme::named(name).expect("these themes come with the program");
    theme.fitting(colours)
}

/// Listens among the keys for the answer, which comes as Alt-], its characters, and ctrl-g or Alt-\.
#[derive(Debug)]
pub(super) enum Listening {
    /// It may come.
    Waiting,
    /// It is coming; this came by now.
    Coming(String),
    /// It came, and says this; `None` where it cannot be read.
    Heard(Option<Ground>),
    /// It was passed on, or nobody asked.
    Over,
}

impl Listening {
    /// Returns whether `event` is a part of the answer, and so no key.
    pub(super) fn takes(&mut self, event: &Event) -> bool {
        let Event::Key(key) = event else {
            return false;
        };
        match self {
            Listening::Heard(_) | Listening::Over => false,
            Listening::Waiting => {
                let begins = is(key, ']', KeyModifiers::ALT);
                if begins {
                    *self = Listening::Coming(String::new());
                }
                begins
            }
            Listening::Coming(answer) => {
                let ends = is(key, 'g', KeyModifiers::CONTROL) || is(key, '\\', KeyModifiers::ALT);
                answer.extend(key.code.as_char());
                if ends || answer.len() > LONGEST_ANSWER {
                    answer.truncate(answer.len() - usize::from(ends));
                    *self = Listening::Heard(ground_of(answer));
                }
                true
            }
        }
    }

    /// Returns what was heard, once.
    pub(super) fn heard(&mut self) -> Option<Ground> {
        match self {
            Listening::Heard(ground) => {
                let ground = *ground;
                *self = Listening::Over;
                ground
            }
            Listening::Waiting | Listening::Coming(_) | Listening::Over => None,
        }
    }
}

fn ground_of(answer: &str) -> Option<Ground> {
    let colour = answer.strip_prefix(BEGINNING)?;
    let colour = Color::parse(colour.as_bytes()).ok()?;
    let parts = [colour.red, colour.green, colour.blue];
    let luminance = luminance(parts.map(|part| f64::from(part) / f64::from(u16::MAX)));
    // Half as light as white to the eye: L* is 50.
    Some(if luminance > 0.1842 {
        Ground::Light
    } else {
        Ground::Dark
    })
}

fn is(key: &KeyEvent, c: char, modifiers: KeyModifiers) -> bool {
    key.code == KeyCode::Char(c) && key.modifiers == modifiers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str, modifiers: KeyModifiers) -> Vec<Event> {
        let key = |c| Event::Key(KeyEvent::new(KeyCode::Char(c), modifiers));
        text.chars().map(key).collect()
    }

    /// Asserts which characters are left as keys of an answer that `end` ends, with `x` typed before and after, and what is
    /// heard of it.
    #[track_caller]
    fn check(answer: &str, end: Vec<Event>, left: &str, ground: Option<Ground>) {
        let plain = |text| keys(text, KeyModifiers::NONE);
        let begin = keys("]", KeyModifiers::ALT);
        let all = [plain("x"), begin, plain(answer), end, plain("x")].concat();
        let mut listening = Listening::Waiting;
        let keys = all.iter().filter(|event| !listening.takes(event));
        let typed: String = keys
            .filter_map(|event| event.as_key_event()?.code.as_char())
            .collect();
        assert_eq!(typed, left);
        assert_eq!(listening.heard(), ground);
        assert_eq!(listening.heard(), None);
    }

    #[test]
    fn an_answer_is_no_key() {
        let bell = || keys("g", KeyModifiers::CONTROL);
        let st = || keys("\\", KeyModifiers::ALT);
        check("11;rgb:1515/1818/1e1e", bell(), "xx", Some(Ground::Dark));
        check("11;rgb:1515/1818/1e1e", st(), "xx", Some(Ground::Dark));
        check(
            "11;rgba:fafa/f8f8/f0f0/ffff",
            st(),
            "xx",
            Some(Ground::Light),
        );
        check("11;#ffffff", bell(), "xx", Some(Ground::Light));
        check("10;rgb:1515/1818/1e1e", bell(), "xx", None);
        check("", bell(), "xx", None);
    }

    #[test]
    fn an_answer_that_never_ends_does_not_take_all_keys() {
        let n_left = 7;
        let endless = "y".repeat(LONGEST_ANSWER + 1 + n_left);
        let left = format!("x{}x", "y".repeat(n_left));
        check(&endless, Vec::new(), &left, None);
    }

    #[test]
    fn without_an_answer_the_ground_is_taken_as_dark() {
        assert_eq!(suited(Colours::True, None).name, "dark");
        assert_eq!(suited(Colours::Ansi256, None).name, "dark");
        assert_eq!(suited(Colours::Ansi16, None).name, "ansi16");
        assert_eq!(suited(Colours::True, Some(Ground::Light)).name, "light");
        assert_eq!(suited(Colours::Ansi256, Some(Ground::Dark)).name, "dark");
        assert_eq!(suited(Colours::None, Some(Ground::Dark)).name, "mono");
    }

    #[test]
    fn terminals_that_would_show_the_question_are_not_asked() {
        assert!(can_be_asked(Colours::True, "xterm-256color"));
        assert!(can_be_asked(Colours::Ansi256, "tmux-256color"));
        for term in ["", "dumb", "screen", "screen.xterm-256color", "Eterm"] {
            assert!(!can_be_asked(Colours::True, term), "{term}");
        }
        assert!(!can_be_asked(Colours::Ansi16, "xterm"));
    }
}
