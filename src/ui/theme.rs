//! Roles, not colours: the screen says what a thing is, a file of `themes/` says how that looks.

use std::collections::BTreeMap;

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;

use super::Colours;

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
    /// It is not TOML of the right shape.
    #[error("theme {name}: {source}")]
    Malformed {
        /// The theme.
        name: String,
        /// What is wrong, with its line.
        source: Box<toml::de::Error>,
    },
    /// It names a role that does not exist.
    #[error("theme {name}: there is no role `{role}`; the nearest is `{nearest}`")]
    UnknownRole {
        /// The theme.
        name: String,
        /// The role as written.
        role: String,
        /// The role it may have meant.
        nearest: &'static str,
    },
    /// It names a colour that does not exist.
    #[error(
        "theme {name}: `{colour}` is no colour: write `#rrggbb`, or a name such as `bright-red`"
    )]
    UnknownColour {
        /// The theme.
        name: String,
        /// The colour as written.
        colour: String,
    },
    /// No theme has this name.
    #[error("there is no theme `{name}`; there are {known}")]
    UnknownTheme {
        /// The name as written.
        name: String,
        /// Those that exist.
        known: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ThemeFile {
    roles: BTreeMap<String, Look>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Look {
    fg: Option<String>,
    bg: Option<String>,
    bold: bool,
    dim: bool,
    underline: bool,
    reverse: bool,
    crossed: bool,
}

impl Theme {
    /// Returns the theme called `name`.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn named(name: &str) -> Result<Theme, ThemeError> {
        let Some((_, content)) = THEMES.iter().find(|(known, _)| *known == name) else {
            let known: Vec<_> = THEMES.iter().map(|(name, _)| *name).collect();
            return Err(ThemeError::UnknownTheme {
                name: name.to_string(),
                known: known.join(", "),
            });
        };
        Theme::read(name, content)
    }

    /// Reads a theme file.
    ///
    /// # Errors
    /// Whatever is wrong in it, named.
    pub fn read(name: &str, content: &str) -> Result<Theme, ThemeError> {
        let file: ThemeFile = toml::from_str(content).map_err(|source| ThemeError::Malformed {
            name: name.to_string(),
            source: Box::new(source),
        })?;
        let mut styles = BTreeMap::new();
        for (role, look) in &file.roles {
            styles.insert(known_role(name, role)?, style(name, look)?);
        }
        Ok(Theme {
            name: name.to_string(),
            styles,
        })
    }

    /// Returns the theme that suits a terminal of so many colours when none is asked for.
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

    /// Returns the theme with its colours cut down to what the terminal can show.
    pub fn reduced(mut self, colours: Colours) -> Theme {
        for style in self.styles.values_mut() {
            style.fg = style.fg.and_then(|colour| reduced(colour, colours));
            style.bg = style.bg.and_then(|colour| reduced(colour, colours));
        }
        self
    }
}

fn known_role(theme: &str, role: &str) -> Result<Role, ThemeError> {
    let known = Role::ALL.iter().find(|known| known.name() == role);
    known.copied().ok_or_else(|| {
        let nearest = Role::ALL
            .iter()
            .min_by_key(|known| strsim::levenshtein(known.name(), role))
            .expect("there are roles");
        ThemeError::UnknownRole {
            name: theme.to_string(),
            role: role.to_string(),
            nearest: nearest.name(),
        }
    })
}

fn style(theme: &str, look: &Look) -> Result<Style, ThemeError> {
    let colour = |text: &String| {
        colour(text).ok_or_else(|| ThemeError::UnknownColour {
            name: theme.to_string(),
            colour: text.clone(),
        })
    };
    let mut style = Style::new();
    style.fg = look.fg.as_ref().map(colour).transpose()?;
    style.bg = look.bg.as_ref().map(colour).transpose()?;
    for (wanted, modifier) in [
        (look.bold, Modifier::BOLD),
        (look.dim, Modifier::DIM),
        (look.underline, Modifier::UNDERLINED),
        (look.reverse, Modifier::REVERSED),
        (look.crossed, Modifier::CROSSED_OUT),
    ] {
        if wanted {
            style = style.add_modifier(modifier);
        }
    }
    Ok(style)
}

/// Names of the sixteen colours, in their order.
const ANSI: [(&str, Color); 17] = [
    ("default", Color::Reset),
    ("black", Color::Black),
    ("red", Color::Red),
    ("green", Color::Green),
    ("yellow", Color::Yellow),
    ("blue", Color::Blue),
    ("magenta", Color::Magenta),
    ("cyan", Color::Cyan),
    ("white", Color::Gray),
    ("bright-black", Color::DarkGray),
    ("bright-red", Color::LightRed),
    ("bright-green", Color::LightGreen),
    ("bright-yellow", Color::LightYellow),
    ("bright-blue", Color::LightBlue),
    ("bright-magenta", Color::LightMagenta),
    ("bright-cyan", Color::LightCyan),
    ("bright-white", Color::White),
];

fn colour(text: &str) -> Option<Color> {
    if let Some((_, colour)) = ANSI.iter().find(|(name, _)| *name == text) {
        return Some(*colour);
    }
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let rgb = u32::from_str_radix(digits, 16).ok()?;
    Some(Color::from_u32(rgb))
}

/// Returns the colour as a terminal of `colours` can show it; `None` for its own ground.
fn reduced(colour: Color, colours: Colours) -> Option<Color> {
    match (colours, colour) {
        (Colours::None, _) => None,
        (Colours::Ansi256, Color::Rgb(r, g, b)) => Some(Color::Indexed(nearest_256(r, g, b))),
        // A theme in full colours has no sixteen-colour form: the theme `ansi16` is for that.
        (Colours::Ansi16, Color::Rgb(..)) => None,
        (_, colour) => Some(colour),
    }
}

/// Returns the index of the nearest colour in the cube and the grey ramp of 256 colours.
fn nearest_256(r: u8, g: u8, b: u8) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let level = |value: u8| {
        (0..6)
            .min_by_key(|at| LEVELS[*at].abs_diff(value))
            .unwrap_or(0)
    };
    let (cr, cg, cb) = (level(r), level(g), level(b));
    let grey = (u16::from(r) + u16::from(g) + u16::from(b)) / 3;
    let step = (grey.saturating_sub(8) / 10).min(23) as u8;
    let away = |x: u8, y: u8, z: u8| {
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        square(r, x) + square(g, y) + square(b, z)
    };
    let ramp = 8 + step * 10;
    if away(ramp, ramp, ramp) < away(LEVELS[cr], LEVELS[cg], LEVELS[cb]) {
        232 + step
    } else {
        (16 + 36 * cr + 6 * cg + cb) as u8
    }
}
