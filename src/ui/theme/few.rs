//! A theme in the 256 colours of a terminal that has no more: the nearest ones, as far as what is written in them can be read.

use std::collections::BTreeMap;

use ratatui::style::{Color, Style};

use super::Role;

/// The parts of a language, which lie over the tints of lines that go and come.
const LANGUAGE: [Role; 6] = [
    Role::Comment,
    Role::Literal,
    Role::Keyword,
    Role::Number,
    Role::TypeName,
    Role::Function,
];

/// The least contrast of text, as the WCAG counts it.
const LEAST: f64 = 4.5;

/// Gives all roles colours of the 256.
pub(super) fn fit(styles: &mut BTreeMap<Role, Style>) {
    let inks: Vec<(Role, Option<Color>)> = LANGUAGE
        .iter()
        .map(|role| (*role, styles.get(role).and_then(|style| style.fg)))
        .collect();
    for style in styles.values_mut() {
        style.fg = style.fg.map(nearest);
        style.bg = style.bg.map(nearest);
    }
    let grounds = [Role::Text, Role::Insert, Role::Delete];
    let grounds = grounds.map(|role| styles.get(&role).and_then(|style| style.bg));
    let grounds: Vec<u8> = grounds.into_iter().filter_map(index_of).collect();
    for (role, ink) in inks {
        if let (Some(style), Some(Color::Rgb(r, g, b))) = (styles.get_mut(&role), ink) {
            style.fg = Some(Color::Indexed(readable([r, g, b], &grounds)));
        }
    }
}

fn index_of(colour: Option<Color>) -> Option<u8> {
    match colour {
        Some(Color::Indexed(index @ 16..)) => Some(index),
        _ => None,
    }
}

fn nearest(colour: Color) -> Color {
    let Color::Rgb(r, g, b) = colour else {
        return colour;
    };
    Color::Indexed(nearest_index([r, g, b]))
}

/// Returns the nearest colour that can be read on all grounds: where the nearest of all cannot, one further from them.
fn readable(ink: [u8; 3], grounds: &[u8]) -> u8 {
    let is_dark = grounds.iter().all(|ground| luminance(*ground) < 0.18);
    let far = if is_dark { 255.0 } else { 0.0 };
    let mixed = |tenths: u8| {
        let share = f64::from(tenths) / 10.0;
        nearest_index(ink.map(|value| {
            let value = f64::from(value);
            (value + (far - value) * share).round() as u8
        }))
    };
    let can_be_read = |index: &u8| {
        let contrasts = grounds.iter().map(|ground| contrast(*index, *ground));
        contrasts.fold(f64::MAX, f64::min) >= LEAST
    };
    (0..=10).map(mixed).find(can_be_read).unwrap_or(mixed(10))
}

fn contrast(one: u8, other: u8) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn luminance(index: u8) -> f64 {
    super::luminance(of_index(index).map(|value| f64::from(value) / 255.0))
}

/// The levels of red, green and blue in the cube of colours.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// Returns what a terminal shows for an index of the cube (16 to 231) or of the ramp of greys behind it.
fn of_index(index: u8) -> [u8; 3] {
    if let Some(step) = index.checked_sub(232) {
        return [8 + 10 * step; 3];
    }
    let at = index.saturating_sub(16);
    [at / 36, at / 6 % 6, at % 6].map(|level| LEVELS[usize::from(level)])
}

/// Returns the index of the nearest colour, as eyes weigh red, green and blue. What has a clear hue keeps one: the tints would all
/// be greys.
fn nearest_index(colour: [u8; 3]) -> u8 {
    let level = |value: u8| {
        let nearest = (0..6).min_by_key(|at| LEVELS[usize::from(*at)].abs_diff(value));
        nearest.unwrap_or(0)
    };
    let [r, g, b] = colour.map(level);
    let in_cube: u8 = 16 + 36 * r + 6 * g + b;
    let mean = colour.iter().map(|value| u16::from(*value)).sum::<u16>() / 3;
    let grey = 232 + (mean.saturating_sub(8) / 10).min(23) as u8;
    let away = |index: u8| -> u32 {
        let apart = of_index(index).into_iter().zip(colour);
        let squares = apart.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2));
        squares
            .zip([2, 4, 3])
            .map(|(square, weight)| square * weight)
            .sum()
    };
    let [least, _, most] = sorted(colour);
    let has_hue = most - least > most.min(255 - least) / 2;
    if !has_hue && away(grey) < away(in_cube) {
        grey
    } else {
        in_cube
    }
}

fn sorted(mut colour: [u8; 3]) -> [u8; 3] {
    colour.sort_unstable();
    colour
}
