//! The pictures of `screenshots/`, drawn from the very characters and styles of the screen. After a change that shows:
//! `cargo test --test screenshots -- --ignored`, then look at what changed. PNG beside the SVG where `rsvg-convert` is.

#![allow(clippy::unwrap_used)]

#[path = "screens/drive.rs"]
mod drive;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use drive::Drive;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

/// Name, theme, size, keys on the demonstration.
const PICTURES: [(&str, &str, (u16, u16), &str); 8] = [
    ("review", "dark", (120, 29), ""),
    ("apply", "dark", (100, 40), "Y2<enter>1<enter>A"),
    ("overlap", "dark", (170, 36), "<tab>b"),
    ("no_match", "dark", (120, 29), "<tab><tab><tab>1"),
    ("by_hand", "dark", (100, 28), "<tab><tab><tab>m"),
    ("wide", "dark", (180, 40), "}"),
    ("keys", "dark", (120, 34), "?place"),
    ("light", "light", (120, 29), ""),
];

/// What is pressed in the tour, with a word for it, and for how many tenths of a second it is seen.
const TOUR: [(&str, &str, u32); 8] = [
    ("", "a tie: which place is meant?", 18),
    ("2", "2 shows the second place", 14),
    ("<enter>", "Enter accepts it; two hunks conflict", 14),
    ("b", "b previews both", 14),
    ("<enter>", "Enter accepts the result", 10),
    ("Y", "Y accepts all exact matches", 10),
    ("A", "A shows what would be written", 14),
    ("<enter>", "Enter writes it, U undoes", 16),
];

/// The size of one character in the picture.
const WIDTH: u32 = 9;
const HEIGHT: u32 = 19;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("screenshots")
}

fn picture((_, theme, size, keys): (&str, &str, (u16, u16), &str)) -> String {
    let mut drive = Drive::demo(theme, size);
    drive.keys(keys);
    drive.colour();
    svg(&drive.buffer())
}

/// Draws the tour: one frame after the other, and again.
fn tour() -> String {
    let mut drive = Drive::demo("dark", (120, 29));
    let all: u32 = TOUR.iter().map(|(_, _, tenths)| tenths).sum();
    let mut svg = head(120, 31, "#15181e");
    let mut at = 0;
    for (keys, words, tenths) in TOUR {
        drive.keys(keys);
        if drive.model.colour_request().is_some() {
            drive.colour();
        }
        let (from, to) = (
            f64::from(at) / f64::from(all),
            f64::from(at + tenths) / f64::from(all),
        );
        let (times, values) = match at {
            0 => (format!("0;{to:.4};1"), "1;0;0"),
            _ if to < 1.0 => (format!("0;{from:.4};{to:.4};1"), "0;1;0;0"),
            _ => (format!("0;{from:.4};1"), "0;1;1"),
        };
        let first = if at == 0 { 1 } else { 0 };
        writeln!(
            svg,
            "<g opacity=\"{first}\"><animate attributeName=\"opacity\" calcMode=\"discrete\" dur=\"{}s\" \
             repeatCount=\"indefinite\" keyTimes=\"{times}\" values=\"{values}\"/>",
            f64::from(all) / 10.0
        )
        .unwrap();
        write_rows(&mut svg, &drive.buffer(), "#15181e");
        writeln!(
            svg,
            "<text x=\"18\" y=\"{}\" fill=\"#7cc4ff\" xml:space=\"preserve\">{words}</text></g>",
            30 * HEIGHT + 10
        )
        .unwrap();
        at += tenths;
    }
    svg + "</svg>\n"
}

fn svg(buffer: &Buffer) -> String {
    let (columns, rows) = (u32::from(buffer.area.width), u32::from(buffer.area.height));
    let ground = hex(ground_of(buffer), "#15181e");
    let mut svg = head(columns, rows, &ground);
    write_rows(&mut svg, buffer, &ground);
    svg + "</svg>\n"
}

/// The last row but one is the status, and the last the keys: between their words is the ground.
fn ground_of(buffer: &Buffer) -> Color {
    buffer[(buffer.area.width - 1, buffer.area.height - 1)].bg
}

fn head(columns: u32, rows: u32, ground: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" \
         font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"15\">\n\
         <rect width=\"{0}\" height=\"{1}\" fill=\"{ground}\"/>\n",
        columns * WIDTH,
        rows * HEIGHT
    )
}

fn write_rows(svg: &mut String, buffer: &Buffer, ground: &str) {
    for y in 0..buffer.area.height {
        let mut x = 0;
        while x < buffer.area.width {
            let end = (x..buffer.area.width)
                .find(|next| buffer[(*next, y)].style() != buffer[(x, y)].style())
                .unwrap_or(buffer.area.width);
            write_run(svg, buffer, (x, end, y), ground);
            x = end;
        }
    }
}

/// Writes the characters of columns `x..end` of row `y`, which look alike.
fn write_run(svg: &mut String, buffer: &Buffer, (x, end, y): (u16, u16, u16), ground: &str) {
    let cell: &Cell = &buffer[(x, y)];
    let is_reverse = cell.modifier.contains(Modifier::REVERSED);
    let (fg, bg) = if is_reverse {
        (cell.bg, cell.fg)
    } else {
        (cell.fg, cell.bg)
    };
    let (left, top) = (u32::from(x) * WIDTH, u32::from(y) * HEIGHT);
    let length = u32::from(end - x) * WIDTH;
    let back = hex(bg, ground);
    if back != ground {
        writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{length}\" height=\"{HEIGHT}\" fill=\"{back}\"/>"
        )
        .unwrap();
    }
    let text: String = (x..end).map(|x| buffer[(x, y)].symbol()).collect();
    if text.trim().is_empty() {
        return;
    }
    let mut looks = String::new();
    if cell.modifier.contains(Modifier::BOLD) {
        looks.push_str(" font-weight=\"bold\"");
    }
    if cell.modifier.contains(Modifier::UNDERLINED) {
        looks.push_str(" text-decoration=\"underline\"");
    }
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    writeln!(
        svg,
        "<text x=\"{left}\" y=\"{}\" fill=\"{}\" textLength=\"{length}\" xml:space=\"preserve\"{looks}>{text}</text>",
        top + 14,
        hex(fg, "#d4d7dd")
    )
    .unwrap();
}

fn hex(colour: Color, otherwise: &str) -> String {
    let Color::Rgb(r, g, b) = colour else {
        return otherwise.to_string();
    };
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[test]
fn the_pictures_show_the_screen_as_it_is() {
    let stale: Vec<&str> = PICTURES
        .into_iter()
        .filter(|of| {
            let path = folder().join(of.0).with_extension("svg");
            std::fs::read_to_string(path).ok().as_deref() != Some(picture(*of).as_str())
        })
        .map(|of| of.0)
        .collect();
    let drawn = std::fs::read_to_string(folder().join("tour.svg"));
    assert_eq!(
        drawn.ok().as_deref(),
        Some(tour().as_str()),
        "tour.svg is stale"
    );
    assert!(
        stale.is_empty(),
        "stale: {stale:?}; cargo test --test screenshots -- --ignored draws them anew"
    );
}

#[test]
#[ignore = "writes screenshots/"]
fn draw_the_pictures() {
    std::fs::create_dir_all(folder()).unwrap();
    std::fs::write(folder().join("tour.svg"), tour()).unwrap();
    for of in PICTURES {
        let path = folder().join(of.0).with_extension("svg");
        std::fs::write(&path, picture(of)).unwrap();
        let png = path.with_extension("png");
        // The SVG is the picture; the PNG is for places that show no SVG.
        let converted = Command::new("rsvg-convert")
            .arg("-o")
            .arg(&png)
            .arg(&path)
            .status();
        assert!(
            converted.is_ok_and(|status| status.success()),
            "rsvg-convert makes {png:?}"
        );
    }
}
