//! Every theme can be read by everybody: contrast as the WCAG counts it, and additions told from deletions without red and
//! green, or without any colour.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use hunkwise::ui::Colours;
use hunkwise::ui::theme::{Role, THEMES, Theme};
use ratatui::style::{Color, Style};

fn channels(colour: Color) -> Option<[f64; 3]> {
    let (r, g, b) = if let Color::Rgb(r, g, b) = colour {
        (r, g, b)
    } else if let Color::Indexed(index @ 16..) = colour {
        of_index(index)
    } else {
        return None;
    };
    Some([r, g, b].map(|value| {
        let value = f64::from(value) / 255.0;
        if value <= 0.04045 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    }))
}

/// The cube of 216 colours and the ramp of greys that terminals of 256 colours have.
fn of_index(index: u8) -> (u8, u8, u8) {
    if let Some(grey) = index.checked_sub(232) {
        let value = 8 + 10 * grey;
        return (value, value, value);
    }
    let step = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
    let at = index - 16;
    (step(at / 36), step(at / 6 % 6), step(at % 6))
}

/// WCAG 2: the ratio of two relative luminances, 1 to 21.
fn contrast(style: Style) -> Option<f64> {
    let luminance = |[r, g, b]: [f64; 3]| 0.2126 * r + 0.7152 * g + 0.0722 * b;
    let fg = luminance(channels(style.fg?)?);
    let bg = luminance(channels(style.bg?)?);
    Some((fg.max(bg) + 0.05) / (fg.min(bg) + 0.05))
}

/// Viénot, Brettel and Mollon 1999: linear colours as a deuteranope sees them.
fn deuteranope([r, g, b]: [f64; 3]) -> [f64; 3] {
    [
        0.29275 * r + 0.70725 * g,
        0.29275 * r + 0.70725 * g,
        -0.02234 * r + 0.02234 * g + b,
    ]
}

fn distance(a: Color, b: Color) -> f64 {
    let (Some(a), Some(b)) = (channels(a), channels(b)) else {
        return f64::MAX;
    };
    let (a, b) = (deuteranope(a), deuteranope(b));
    let square = |at: usize| (a[at].max(0.0).cbrt() - b[at].max(0.0).cbrt()).powi(2);
    (square(0) + square(1) + square(2)).sqrt()
}

/// All themes, as they are and in 256 colours.
fn themes() -> impl Iterator<Item = Theme> {
    let both = |name: &str| {
        let theme = Theme::named(name).unwrap();
        let mut fitted = theme.clone().fitting(Colours::Ansi256);
        fitted.name = format!("{name} in 256 colours");
        [theme, fitted]
    };
    THEMES.iter().flat_map(move |(name, _)| both(name))
}

/// What lies over text of another look: each leaves all that can be under it to be read.
#[test]
fn whatever_is_marked_can_still_be_read() {
    let mut dim = BTreeSet::new();
    for theme in themes() {
        for over in [
            Role::InsertWord,
            Role::DeleteWord,
            Role::Match,
            Role::Warning,
            Role::Mark,
            Role::Bar,
            Role::Cursor,
        ] {
            let grounds = [Role::Text, Role::Insert, Role::Delete];
            let under = grounds.into_iter().flat_map(|ground| {
                let plain = theme.style(ground);
                let coloured = LANGUAGE.map(|role| plain.patch(theme.over(role)));
                std::iter::once(plain).chain(coloured)
            });
            let is_word = matches!(over, Role::InsertWord | Role::DeleteWord | Role::Match);
            let marks = [
                Role::Muted,
                Role::Key,
                Role::Problem,
                Role::Accepted,
                Role::Rejected,
                Role::Undecided,
                Role::Drifted,
                Role::Heading,
            ];
            let marks = marks.map(|role| theme.style(role));
            let under = under.chain(marks.into_iter().filter(|_| !is_word));
            for under in under {
                let is_tinted = under.bg != theme.style(Role::Text).bg;
                // The cursor's row and the bars are laid on plain ground alone.
                if is_tinted && matches!(over, Role::Bar | Role::Cursor) {
                    continue;
                }
                let style = under.patch(theme.over(over));
                if let Some(contrast) = contrast(style).filter(|contrast| *contrast < 4.5) {
                    dim.insert(format!(
                        "{} {} {:?}: {contrast:.2}",
                        theme.name,
                        over.name(),
                        style.fg
                    ));
                }
            }
        }
    }
    assert!(dim.is_empty(), "{dim:#?}");
}

const LANGUAGE: [Role; 6] = [
    Role::Comment,
    Role::Literal,
    Role::Keyword,
    Role::Number,
    Role::TypeName,
    Role::Function,
];

#[test]
fn text_and_marks_stand_out_from_their_ground() {
    for theme in themes() {
        for role in Role::ALL {
            let least = if *role == Role::Rule { 3.0 } else { 4.5 };
            if let Some(contrast) = contrast(theme.style(*role)) {
                assert!(
                    contrast >= least,
                    "{} {}: {contrast:.2}",
                    theme.name,
                    role.name()
                );
            }
        }
    }
}

#[test]
fn what_is_drawn_over_a_tint_can_still_be_read() {
    for theme in themes() {
        // The changes of other hunks have no tint.
        for role in [Role::Delete, Role::Insert] {
            let mut style = theme.style(role);
            style.bg = theme.style(Role::Text).bg;
            if let Some(contrast) = contrast(style) {
                assert!(contrast >= 4.5, "{} {}", theme.name, role.name());
            }
        }
        for ground in [Role::Delete, Role::Insert] {
            for role in LANGUAGE {
                let style = theme.style(ground).patch(theme.over(role));
                if let Some(contrast) = contrast(style) {
                    let (ground, role) = (ground.name(), role.name());
                    assert!(
                        contrast >= 4.5,
                        "{} {role} on {ground}: {contrast:.2}",
                        theme.name
                    );
                }
            }
        }
        for role in [
            Role::Text,
            Role::Muted,
            Role::Key,
            Role::Problem,
            Role::Accepted,
            Role::Rejected,
            Role::Current,
        ] {
            let style = theme.style(role).patch(theme.over(Role::Cursor));
            if let Some(contrast) = contrast(style) {
                assert!(
                    contrast >= 4.5,
                    "{} {} on cursor: {contrast:.2}",
                    theme.name,
                    role.name()
                );
            }
        }
    }
}

/// The cursor's row on a line that comes or goes: differs from the rows beside it and from the plain cursor, and can be read as well as these.
#[test]
fn the_row_of_the_cursor_stands_out_on_tints() {
    for theme in themes() {
        for role in [Role::Delete, Role::Insert] {
            let (Some(tint), Some(cursor)) = (theme.over(role).bg, theme.over(Role::Cursor).bg)
            else {
                continue;
            };
            let mixed = theme.mixed(tint, Role::Cursor);
            if let Some(steps) = steps(mixed, tint) {
                assert!(steps >= 4.0, "{} {}: {steps:.1}", theme.name, role.name());
            }
            let plain = theme.style(role).bg(mixed);
            let inks = LANGUAGE.map(|ink| plain.patch(theme.over(ink)));
            for style in inks.into_iter().chain([plain]) {
                let contrast = contrast(style);
                assert!(
                    contrast.is_none_or(|it| it >= 4.5),
                    "{} {} {:?}: {contrast:?} on {cursor:?}",
                    theme.name,
                    role.name(),
                    style.fg
                );
            }
        }
    }
}

/// The palette that xterm begins with, and most terminals come near: dark blue and red are hard to read on black.
#[test]
fn sixteen_colours_can_be_read_on_black() {
    let theme = Theme::named("ansi16").unwrap();
    let palette = [
        (Color::Red, Color::Rgb(205, 0, 0)),
        (Color::Green, Color::Rgb(0, 205, 0)),
        (Color::Yellow, Color::Rgb(205, 205, 0)),
        (Color::Blue, Color::Rgb(0, 0, 238)),
        (Color::Magenta, Color::Rgb(205, 0, 205)),
        (Color::Cyan, Color::Rgb(0, 205, 205)),
        (Color::LightRed, Color::Rgb(255, 0, 0)),
        (Color::LightGreen, Color::Rgb(0, 255, 0)),
        (Color::LightYellow, Color::Rgb(255, 255, 0)),
        (Color::LightBlue, Color::Rgb(92, 92, 255)),
        (Color::LightMagenta, Color::Rgb(255, 0, 255)),
        (Color::LightCyan, Color::Rgb(0, 255, 255)),
    ];
    let xterm = |colour: Color| {
        let known = palette.iter().find(|(name, _)| *name == colour);
        known.map_or(colour, |(_, shown)| *shown)
    };
    for role in Role::ALL {
        let Some(ink) = theme.over(*role).fg else {
            continue;
        };
        let style = Style::new().fg(xterm(ink)).bg(Color::Rgb(0, 0, 0));
        let contrast = contrast(style).unwrap();
        assert!(contrast >= 4.5, "{}: {contrast:.2}", role.name());
    }
}

#[test]
fn additions_and_deletions_differ_for_a_deuteranope() {
    for (name, least) in [
        ("colour-blind", 0.15),
        ("high-contrast", 0.05),
        ("dark", 0.05),
        ("light", 0.05),
    ] {
        let theme = Theme::named(name).unwrap();
        for (come, go) in [
            (Role::Insert, Role::Delete),
            (Role::InsertWord, Role::DeleteWord),
            (Role::Accepted, Role::Rejected),
        ] {
            let (come, go) = (theme.style(come), theme.style(go));
            let text = distance(come.fg.unwrap(), go.fg.unwrap());
            let ground = distance(come.bg.unwrap(), go.bg.unwrap());
            assert!(
                text.max(ground) > least,
                "{name}: {text:.2} and {ground:.2}"
            );
        }
    }
}

/// CIE 1976: how far two colours are from each other to a deuteranope, in steps of about what can just be told.
fn steps(a: Color, b: Color) -> Option<f64> {
    let lab = |colour: Color| {
        let [r, g, b] = deuteranope(channels(colour)?).map(|value| value.clamp(0.0, 1.0));
        let curve = |t: f64| {
            if t > 0.008_856 {
                t.cbrt()
            } else {
                7.787 * t + 16.0 / 116.0
            }
        };
        let x = curve((0.412_456 * r + 0.357_576 * g + 0.180_437 * b) / 0.950_47);
        let y = curve(0.212_673 * r + 0.715_152 * g + 0.072_175 * b);
        let z = curve((0.019_334 * r + 0.119_192 * g + 0.950_304 * b) / 1.088_83);
        Some([116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)])
    };
    let (a, b) = (lab(a)?, lab(b)?);
    let squares = a.iter().zip(b).map(|(a, b)| (a - b).powi(2));
    Some(squares.sum::<f64>().sqrt())
}

#[test]
fn tints_differ_in_lightness_as_well_as_in_hue() {
    for theme in themes() {
        for (come, go) in [
            (Role::Insert, Role::Delete),
            (Role::InsertWord, Role::DeleteWord),
        ] {
            let (come, go) = (theme.over(come).bg, theme.over(go).bg);
            let Some((come, go)) = come.zip(go) else {
                continue;
            };
            if let Some(steps) = steps(come, go) {
                assert!(steps >= 15.0, "{}: {steps:.1} {come:?} {go:?}", theme.name);
            }
        }
    }
}

/// Returns the hue of a colour in degrees.
fn hue(colour: Color) -> Option<f64> {
    let [r, g, b] = channels(colour)?;
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let span = (most - least).max(1e-9);
    let sixth = if most == r {
        (g - b) / span
    } else if most == g {
        2.0 + (b - r) / span
    } else {
        4.0 + (r - g) / span
    };
    Some((sixth * 60.0).rem_euclid(360.0))
}

#[test]
fn no_hue_has_two_meanings() {
    for theme in themes() {
        for (one, other) in [
            (Role::Number, Role::Problem),
            (Role::Keyword, Role::Drifted),
        ] {
            let (a, b) = (theme.over(one).fg, theme.over(other).fg);
            assert!(a != b || a.is_none(), "{}: {}", theme.name, one.name());
            let hues = a.and_then(hue).zip(b.and_then(hue));
            if let Some((a, b)) = hues {
                let apart = (a - b).abs().min(360.0 - (a - b).abs());
                assert!(apart >= 30.0, "{} {}: {apart:.0}", theme.name, one.name());
            }
        }
    }
}

#[test]
fn states_differ_for_a_deuteranope_and_by_their_marks() {
    use hunkwise::ui::mark::{Mark, Symbols};
    for symbols in [Symbols::Unicode, Symbols::Ascii] {
        let drawn: BTreeSet<_> = Mark::ALL.iter().map(|mark| mark.symbol(symbols)).collect();
        assert_eq!(
            drawn.len(),
            Mark::ALL.len(),
            "no mark is told by its colour alone"
        );
    }
    let states = [Role::Accepted, Role::Rejected, Role::Problem, Role::Drifted];
    for (name, least) in [
        ("dark", 0.09),
        ("light", 0.15),
        ("high-contrast", 0.2),
        ("colour-blind", 0.2),
    ] {
        let theme = Theme::named(name).unwrap();
        for (at, one) in states.iter().enumerate() {
            for other in &states[at + 1..] {
                let (a, b) = (theme.style(*one), theme.style(*other));
                let apart = distance(a.fg.unwrap(), b.fg.unwrap());
                let (one, other) = (one.name(), other.name());
                assert!(apart > least, "{name} {one} {other}: {apart:.2}");
            }
        }
    }
}

#[test]
fn without_colours_attributes_tell_things_apart() {
    let theme = Theme::named("mono").unwrap();
    let pairs = [
        (Role::Insert, Role::Delete),
        (Role::InsertWord, Role::Insert),
        (Role::DeleteWord, Role::Delete),
        (Role::Insert, Role::Text),
        (Role::Delete, Role::Text),
        (Role::Cursor, Role::Text),
        (Role::Problem, Role::Text),
    ];
    for (one, other) in pairs {
        let (one, other) = (theme.style(one), theme.style(other));
        assert_ne!(one.add_modifier, other.add_modifier);
        assert_eq!((one.fg, one.bg), (None, None));
    }
}

#[test]
fn every_theme_names_every_role() {
    for (name, content) in THEMES {
        for role in Role::ALL {
            let line = format!("\n{} = ", role.name());
            assert!(content.contains(&line), "{name} lacks {}", role.name());
        }
    }
}

#[test]
fn faults_of_a_theme_are_named() {
    #[track_caller]
    fn check(content: &str, expected: &str) {
        let fault = Theme::read("mine", content).unwrap_err().to_string();
        assert!(fault.contains(expected), "{fault}");
    }
    check(
        "base = 'dark'\n[roles]\ninsrt = {}",
        "line 3: there is no role `insrt`; the nearest is `insert`",
    );
    check(
        "[roles]\ntext = { fg = 'blueish' }",
        "line 2: `blueish` is no colour",
    );
    check("[roles]\ntext = { fg = 'blu' }", "the nearest is `blue`");
    check(
        "[roles]\ntext = 3",
        "line 2: say how it looks, as in `text = { fg = \"red\" }`",
    );
    check(
        "base = 'dark'\ninsert = { fg = 'green' }",
        "line 2: there is no setting `insert`; styles of roles belong under `[roles]`",
    );
    check("base = 3\n[roles]", "line 1: `base` is the name of a theme");
    check("roles = 3", "line 1: `roles` is a table: write `[roles]`");
    check("base = ", "line 1: ");
    check(
        "[roles]\n\ntext = { fgg = 'red' }",
        "line 3: a role has no `fgg`; the nearest is `fg`",
    );
    check("[roles]\ntext = { fg = 3 }", "put the colour in quotes");
    check("[roles]\ntext = { bold = 3 }", "`bold` is true or false");
    check(
        "base = 'drak'\n[roles]",
        "line 1: there is no theme `drak`; the nearest is `dark`",
    );
    check("[roles]\ntext = {}", "role `muted` is missing");
}

#[test]
fn a_theme_can_stand_on_another() {
    let theme = Theme::read("mine", "base = 'dark'\n[roles]\ninsert = { fg = 'green' }").unwrap();
    let dark = Theme::named("dark").unwrap();
    assert_eq!(theme.over(Role::Insert), Style::new().fg(Color::Green));
    assert_eq!(theme.over(Role::Delete), dark.over(Role::Delete));
}

#[test]
fn a_terminal_that_lacks_the_colours_of_a_theme_gets_one_made_for_it() {
    let fitting = |name: &str, colours| Theme::named(name).unwrap().fitting(colours).name;
    assert_eq!(fitting("light", Colours::None), "mono");
    assert_eq!(fitting("ansi16", Colours::None), "mono");
    assert_eq!(fitting("high-contrast", Colours::Ansi16), "ansi16");
    assert_eq!(fitting("mono", Colours::True), "mono");
    assert_eq!(fitting("dark", Colours::Ansi256), "dark");
}
