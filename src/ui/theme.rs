//! Roles, not colours: the screen says what a thing is, a file of `themes/` says how that looks.

mod few;
mod file;

use std::collections::BTreeMap;

use ratatui::style::{Color, Style};

use super::Colours;
use super::setting::line_number;

macro_rules! roles {
    ($($(#[$doc:meta])* $variant:ident => $name:literal,)*) => {
        /// What a piece of the screen is.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Role { $($(#[$doc])* $variant,)* }

        impl Role {
            /// All roles, in the order of theme files.
            pub const ALL: &[Role] = &[$(Role::$variant,)*];

            /// Returns the role's name in a theme file.
            pub fn name(self) -> &'static str {
                match self { $(Role::$variant => $name,)* }
            }
        }
    };
}

roles! {
    /// Plain text, and the ground of the whole screen.
    Text => "text",
    /// What matters less: line numbers, context far away.
    Muted => "muted",
    /// Lines between panes.
    Rule => "rule",
    /// The first and the last line but one: one step up from the ground.
    Bar => "bar",
    /// The patch's name.
    Name => "name",
    /// The key that answers, and the word for what the person is doing.
    Answer => "answer",
    /// The title of a pane.
    Heading => "heading",
    /// A key in the footer or in help.
    Key => "key",
    /// The row the cursor is on.
    Cursor => "cursor",
    /// The bar beside the lines of the hunk under review.
    Current => "current",
    /// A line that goes.
    Delete => "delete",
    /// A line that comes.
    Insert => "insert",
    /// Words that differ in a line that goes.
    DeleteWord => "delete_word",
    /// Words that differ in a line that comes.
    InsertWord => "insert_word",
    /// A hunk that will be written.
    Accepted => "accepted",
    /// A hunk that will not.
    Rejected => "rejected",
    /// A hunk that has its place and waits for a decision.
    Undecided => "undecided",
    /// A hunk that needs a person.
    Problem => "problem",
    /// Something on disk is not as it was.
    Drifted => "drifted",
    /// What stands on disk already.
    Applied => "applied",
    /// A warning that must be read.
    Warning => "warning",
    /// A stand-in for a character that cannot be shown.
    Mark => "mark",
    /// What a search found.
    Match => "match",
    /// Comments of the language.
    Comment => "comment",
    /// String literals.
    Literal => "string",
    /// Keywords.
    Keyword => "keyword",
    /// Numbers and other constants.
    Number => "number",
    /// Names of types.
    TypeName => "type",
    /// Names of functions.
    Function => "function",
}

/// How every role looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Theme {
    /// The theme's name.
    pub name: String,
    styles: BTreeMap<Role, Style>,
}

/// The themes that come with the program: name and content of `themes/<name>.toml`.
pub static THEMES: &[(&str, &str)] = &[
    ("dark", include_str!("../../themes/dark.toml")),
    ("light", include_str!("../../themes/light.toml")),
    (
        "high-contrast",
        include_str!("../../themes/high-contrast.toml"),
    ),
    (
        "colour-blind",
        include_str!("../../themes/colour-blind.toml"),
    ),
    ("ansi16", include_str!("../../themes/ansi16.toml")),
    ("mono", include_str!("../../themes/mono.toml")),
];

/// Why a theme file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ThemeError {
    /// Something in it is wrong.
    #[error("line {line}: {words}")]
    Wrong {
        /// Where, 1-based.
        line: usize,
        /// What is wrong, and what to do about it.
        words: String,
    },
    /// It names no style for a role, and has no base theme that does.
    #[error("role `{0}` is missing: name it, or a base theme, as in `base = \"dark\"`")]
    MissingRole(&'static str),
}

impl Theme {
    /// Returns the theme called `name` that comes with the program; `None` when none does.
    pub fn named(name: &str) -> Option<Theme> {
        let content = Theme::file(name)?;
        Some(
            Theme::read(name, content).expect("a test reads all themes that come with the program"),
        )
    }

    /// Returns the file of the theme called `name` that comes with the program; `None` when none does.
    pub fn file(name: &str) -> Option<&'static str> {
        let (_, content) = THEMES.iter().find(|(known, _)| *known == name)?;
        Some(content)
    }

    /// Reads a theme file.
    ///
    /// # Errors
    /// Whatever is wrong in it, with its line.
    pub fn read(name: &str, content: &str) -> Result<Theme, ThemeError> {
        let styles = file::styles(content).map_err(|fault| ThemeError::Wrong {
            line: line_number(content, fault.offset),
            words: fault.words,
        })?;
        let missing = Role::ALL.iter().find(|role| !styles.contains_key(role));
        match missing {
            Some(role) => Err(ThemeError::MissingRole(role.name())),
            None => Ok(Theme {
                name: name.to_string(),
                styles,
            }),
        }
    }

    /// Returns the theme for a terminal of so many colours that says nothing of its ground: most are dark, and one that
    /// announces no more than sixteen colours keeps to those that its owner chose.
    pub fn suited_to(colours: Colours) -> &'static str {
        match colours {
            Colours::None => "mono",
            Colours::Ansi16 => "ansi16",
            Colours::Auto | Colours::Ansi256 | Colours::True => "dark",
        }
    }

    /// Returns how `role` looks, on the ground of [`Role::Text`].
    pub fn style(&self, role: Role) -> Style {
        let ground = self.styles.get(&Role::Text).copied().unwrap_or_default();
        ground.patch(self.over(role))
    }

    /// Returns how `role` looks over whatever it lies on.
    pub fn over(&self, role: Role) -> Style {
        self.styles.get(&role).copied().unwrap_or_default()
    }

    /// Returns the ground of `role` where it lies over a tint: half of each, so that the tint is still seen, and what can be read on
    /// both can be read on it. Where colours cannot be mixed, it is that of the role.
    pub fn mixed(&self, tint: Color, role: Role) -> Color {
        let mean = |one: u8, other: u8| one.midpoint(other);
        match (tint, self.over(role).bg) {
            (Color::Rgb(r, g, b), Some(Color::Rgb(red, green, blue))) => {
                Color::Rgb(mean(r, red), mean(g, green), mean(b, blue))
            }
            (_, Some(ground)) => ground,
            (tint, None) => tint,
        }
    }

    /// Returns the theme as a terminal of so many colours can show it. One whose colours it lacks altogether would tell
    /// nothing apart any more: the theme made for such terminals takes its place.
    pub fn fitting(mut self, colours: Colours) -> Theme {
        let all: Vec<Color> = self
            .styles
            .values()
            .flat_map(|style| [style.fg, style.bg])
            .flatten()
            .collect();
        let lacks_all = match colours {
            Colours::None => !all.is_empty(),
            Colours::Ansi16 => all.iter().any(|colour| matches!(colour, Color::Rgb(..))),
            Colours::Auto | Colours::Ansi256 | Colours::True => false,
        };
        if lacks_all {
            let name = Theme::suited_to(colours);
            return Theme::named(name).expect("the theme for few colours comes with the program");
        }
        if colours == Colours::Ansi256 {
            few::fit(&mut self.styles);
        }
        self
    }
}

/// Returns the relative luminance of a colour, 0 to 1, whose red, green and blue are given from 0 to 1 (sRGB).
pub(super) fn luminance(colour: [f64; 3]) -> f64 {
    let [red, green, blue] = colour.map(|value| {
        if value <= 0.04045 {
            value / 12.92
        } else {
            to_the_2_4((value + 0.055) / 1.055)
        }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Returns a number of 0.09 to 1 to the power of 2.4: its fifth root, by Newton's method from above, to the power of 12. `powf`
/// is a function of the system's library of mathematics, and opening that takes a twentieth of a small check.
fn to_the_2_4(number: f64) -> f64 {
    let root = (0..8).fold(1.0_f64, |root, _| {
        (4.0 * root + number / root.powi(4)) / 5.0
    });
    root.powi(12)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luminance_is_that_of_srgb() {
        for value in 0..=u8::MAX {
            let value = f64::from(value) / 255.0;
            let linear = match value <= 0.04045 {
                true => value / 12.92,
                false => ((value + 0.055) / 1.055).powf(2.4),
            };
            assert!((luminance([value; 3]) - linear).abs() < 1e-12, "{value}");
        }
    }
}
