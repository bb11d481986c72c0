//! The ground the terminal draws on: asked for once, before the first key is read.

use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use terminal_colorsaurus::{Error, QueryOptions, background_color};

use super::Colours;
use super::theme::Theme;

/// How long the terminal may take to answer; a person would not notice it.
const PATIENCE: Duration = Duration::from_millis(100);

/// The longest answer: `11;rgba:` and four numbers of four digits.
const LONGEST_ANSWER: usize = 32;

/// What became of the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// The ground is dark.
    Dark,
    /// The ground is light.
    Light,
    /// This terminal does not say, or nobody asked it.
    None,
    /// Nothing came in time; it may still come, where keys are read.
    Late,
}

/// Asks the terminal for its ground. Nothing else may read from it meanwhile; what is typed in that time is lost.
pub(super) fn ask() -> Answer {
    let mut options = QueryOptions::default();
    options.timeout = PATIENCE;
    match background_color(options) {
        Ok(colour) if colour.perceived_lightness() > 0.5 => Answer::Light,
        Ok(_) => Answer::Dark,
        Err(Error::Timeout(_)) => Answer::Late,
        Err(_) => Answer::None,
    }
}

/// Returns the theme that suits a terminal of so many colours on such a ground.
pub(super) fn suited(colours: Colours, answer: Answer) -> Theme {
    let name = match (colours, answer) {
        (Colours::None | Colours::Ansi16, _) | (_, Answer::None | Answer::Late) => {
            Theme::suited_to(colours)
        }
        (Colours::Auto | Colours::Ansi256 | Colours::True, Answer::Dark) => "dark",
        (Colours::Auto | Colours::Ansi256 | Colours::True, Answer::Light) => "light",
    };
    let theme = Theme::named(name).expect("these themes come with the program");
    theme.fitting(colours)
}

/// Keeps an answer that comes late from being taken for keys: a terminal's reader sees it as Alt-], the characters of
/// the answer, and ctrl-g or Alt-\.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LateAnswer {
    /// None can come any more.
    NotExpected,
    /// It may come.
    Expected,
    /// It is coming; so many characters of it came.
    Coming(usize),
}

impl LateAnswer {
    /// Returns whether an answer can come after `answer`.
    pub(super) fn after(answer: Answer) -> LateAnswer {
        match answer {
            Answer::Late => LateAnswer::Expected,
            Answer::Dark | Answer::Light | Answer::None => LateAnswer::NotExpected,
        }
    }

    /// Returns whether `event` is a part of the answer, and so no key.
    pub(super) fn takes(&mut self, event: &Event) -> bool {
        let Event::Key(key) = event else {
            return false;
        };
        match *self {
            LateAnswer::NotExpected => false,
            LateAnswer::Expected => {
                let begins = is(key, ']', KeyModifiers::ALT);
                if begins {
                    *self = LateAnswer::Coming(0);
                }
                begins
            }
            LateAnswer::Coming(n_chars) => {
                let ends = is(key, 'g', KeyModifiers::CONTROL) || is(key, '\\', KeyModifiers::ALT);
                *self = if ends || n_chars == LONGEST_ANSWER {
                    LateAnswer::NotExpected
                } else {
                    LateAnswer::Coming(n_chars + 1)
                };
                true
            }
        }
    }
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

    /// Asserts which characters are left as keys of an answer that `end` ends, with `x` typed before and after.
    #[track_caller]
    fn check(end: Vec<Event>, expected: &str) {
        let plain = |text| keys(text, KeyModifiers::NONE);
        let begin = keys("]", KeyModifiers::ALT);
        let answer = plain("11;rgb:1515/1818/1e1e");
        let all = [plain("x"), begin, answer, end, plain("x")].concat();
        let mut late = LateAnswer::Expected;
        let left = all.iter().filter(|event| !late.takes(event));
        let typed: String = left
            .filter_map(|event| event.as_key_event()?.code.as_char())
            .collect();
        assert_eq!(typed, expected);
    }

    #[test]
    fn a_late_answer_is_no_key() {
        check(keys("g", KeyModifiers::CONTROL), "xx");
        check(keys("\\", KeyModifiers::ALT), "xx");
    }

    #[test]
    fn an_answer_that_never_ends_does_not_take_all_keys() {
        let more = keys(&"y".repeat(40), KeyModifiers::NONE);
        let n_left = 40 - (LONGEST_ANSWER + 1 - "11;rgb:1515/1818/1e1e".len());
        check(more, &format!("x{}x", "y".repeat(n_left)));
    }

    #[test]
    fn without_an_answer_the_ground_is_taken_as_dark() {
        for answer in [Answer::None, Answer::Late] {
            assert_eq!(suited(Colours::True, answer).name, "dark");
            assert_eq!(suited(Colours::Ansi256, answer).name, "dark");
            assert_eq!(suited(Colours::Ansi16, answer).name, "ansi16");
        }
        assert_eq!(suited(Colours::True, Answer::Light).name, "light");
        assert_eq!(suited(Colours::Ansi256, Answer::Dark).name, "dark");
        assert_eq!(suited(Colours::None, Answer::Dark).name, "mono");
    }
}
