//! What a theme file may say, and where it says something else.

use std::borrow::Cow;
use std::collections::BTreeMap;

use ratatui::style::{Color, Modifier, Style};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::super::setting::{Fault, nearest};
use super::{Role, THEMES, Theme};

/// What can be said of a role besides its colours, `fg` and `bg`.
const MODIFIERS: [(&str, Modifier); 5] = [
    ("bold", Modifier::BOLD),
    ("dim", Modifier::DIM),
    ("underline", Modifier::UNDERLINED),
    ("reverse", Modifier::REVERSED),
    ("crossed", Modifier::CROSSED_OUT),
];

/// Returns how the roles look that a theme file names, and the others of the theme that it stands on.
///
/// # Errors
/// The first fault met.
pub(super) fn styles(content: &str) -> Result<BTreeMap<Role, Style>, Fault> {
    let table = DeTable::parse(content).map_err(|fault| Fault::of_toml(&fault))?;
    let mut styles = BTreeMap::new();
    // They come in the order of their names: what the theme stands on before what it says itself.
    for (name, value) in table.get_ref() {
        match (name.get_ref().as_ref(), value.get_ref()) {
            ("base", DeValue::String(base)) => styles = base_styles(value, base)?,
            ("base", _) => {
                let words = "`base` is the name of a theme: write `base = \"dark\"`";
                return Err(Fault::at(value, words));
            }
            ("roles", DeValue::Table(roles)) => {
                for (role, look) in roles {
                    styles.insert(known_role(role)?, style(role, look)?);
                }
            }
            ("roles", _) => return Err(Fault::at(value, "`roles` is a table: write `[roles]`")),
            (unknown, _) => {
                let words = format!(
                    "there is no setting `{unknown}`; styles of roles belong under `[roles]`"
                );
                return Err(Fault::at(name, words));
            }
        }
    }
    Ok(styles)
}

fn base_styles(value: &Spanned<DeValue<'_>>, base: &str) -> Result<BTreeMap<Role, Style>, Fault> {
    let theme = Theme::named(base).ok_or_else(|| {
        let nearest = nearest(base, THEMES.iter().map(|(name, _)| *name));
        let words = format!("there is no theme `{base}`; the nearest is `{nearest}`");
        Fault::at(value, words)
    })?;
    Ok(theme.styles)
}

fn known_role(role: &Spanned<Cow<'_, str>>) -> Result<Role, Fault> {
    let name = role.get_ref();
    let known = Role::ALL.iter().find(|known| known.name() == name);
    known.copied().ok_or_else(|| {
        let nearest = nearest(name, Role::ALL.iter().map(|known| known.name()));
        Fault::at(
            role,
            format!("there is no role `{name}`; the nearest is `{nearest}`"),
        )
    })
}

fn style(role: &Spanned<Cow<'_, str>>, look: &Spanned<DeValue<'_>>) -> Result<Style, Fault> {
    let Some(look) = look.get_ref().as_table() else {
        let words = format!(
            "say how it looks, as in `{} = {{ fg = \"red\" }}`",
            role.get_ref()
        );
        return Err(Fault::at(look, words));
    };
    let mut style = Style::new();
    for (name, value) in look {
        match name.get_ref().as_ref() {
            "fg" => style.fg = Some(colour(value)?),
            "bg" => style.bg = Some(colour(value)?),
            other => {
                let (modifier, is_set) = (modifier(name, other)?, value.get_ref().as_bool());
                if is_set.ok_or_else(|| Fault::at(value, format!("`{other}` is true or false")))? {
                    style = style.add_modifier(modifier);
                }
            }
        }
    }
    Ok(style)
}

fn modifier(at: &Spanned<Cow<'_, str>>, name: &str) -> Result<Modifier, Fault> {
    let known = MODIFIERS.iter().find(|(known, _)| *known == name);
    known.map(|(_, modifier)| *modifier).ok_or_else(|| {
        let modifiers = MODIFIERS.iter().map(|(name, _)| *name);
        let nearest = nearest(name, ["fg", "bg"].into_iter().chain(modifiers));
        let words = format!("a role has no `{name}`; the nearest is `{nearest}`");
        Fault::at(at, words)
    })
}

fn colour(value: &Spanned<DeValue<'_>>) -> Result<Color, Fault> {
    let Some(text) = value.get_ref().as_str() else {
        let words = "put the colour in quotes: `\"#rrggbb\"`, or a name";
        return Err(Fault::at(value, words));
    };
    colour_named(text).ok_or_else(|| {
        let nearest = nearest(text, ANSI.iter().map(|(name, _)| *name));
        let words = format!(
            "`{text}` is no colour: write `#rrggbb`, or a name; the nearest is `{nearest}`"
        );
        Fault::at(value, words)
    })
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

fn colour_named(text: &str) -> Option<Color> {
    if let Some((_, colour)) = ANSI.iter().find(|(name, _)| *name == text) {
        return Some(*colour);
    }
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let rgb = u32::from_str_radix(digits, 16).ok()?;
    Some(Color::from_u32(rgb))
}
