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
const PICTURES: [(&str, &str, (u16, u16), &str); 7] = [
    ("review", "dark", (120, 34), "2"),
    ("apply", "dark", (100, 24), "Y2<enter>1<enter>A"),
    ("overlap", "dark", (100, 30), "<tab>b"),
    ("by_hand", "dark", (100, 28), "<tab><tab><tab>[m"),
    ("wide", "dark", (180, 40), "2"),
    ("keys", "dark", (100, 26), "?place"),
    ("light", "light", (120, 34), "2"),
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

fn svg(buffer: &Buffer) -> String {
    let (columns, rows) = (u32::from(buffer.area.width), u32::from(buffer.area.height));
    let ground = hex(buffer[(0, 0)].bg, "#15181e");
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" \
         font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"15\">\n\
         <rect width=\"{0}\" height=\"{1}\" fill=\"{ground}\"/>\n",
        columns * WIDTH,
        rows * HEIGHT
    );
    for y in 0..buffer.area.height {
        let mut x = 0;
        while x < buffer.area.width {
            let end = (x..buffer.area.width)
                .find(|next| buffer[(*next, y)].style() != buffer[(x, y)].style())
                .unwrap_or(buffer.area.width);
            write_run(&mut svg, buffer, (x, end, y), &ground);
            x = end;
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// Writes the characters of columns `x..end` of row `y`, which look alike.
fn write_run(svg: &mut String, buffer: &Buffer, (x, end, y): (u16, u16, u16), ground: &str) {
    let cell: &Cell = &buffer[(x, y)];
    let (left, top) = (u32::from(x) * WIDTH, u32::from(y) * HEIGHT);
    let length = u32::from(end - x) * WIDTH;
    let back = hex(cell.bg, ground);
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
        hex(cell.fg, "#d4d7dd")
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
    assert!(
        stale.is_empty(),
        "stale: {stale:?}; cargo test --test screenshots -- --ignored draws them anew"
    );
}

#[test]
#[ignore = "writes screenshots/"]
fn draw_the_pictures() {
    std::fs::create_dir_all(folder()).unwrap();
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
