//! How JSON is written: nothing in it acts on a terminal or hides from a reader.

use std::io::{self, Write};

use serde::Serialize;

use crate::text::display::is_hidden;

/// Writes a document as JSON on several lines, with a final newline.
///
/// # Errors
/// When `out` takes no more.
pub fn write(document: &impl Serialize, mut out: impl Write) -> io::Result<()> {
    let formatter = Visible(serde_json::ser::PrettyFormatter::new());
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, formatter);
    document.serialize(&mut serializer)?;
    out.write_all(b"\n")
}

/// Writes a document as JSON on one line, with a final newline.
///
/// # Errors
/// When `out` takes no more.
pub fn write_line(document: &impl Serialize, mut out: impl Write) -> io::Result<()> {
    let formatter = Visible(serde_json::ser::CompactFormatter);
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, formatter);
    document.serialize(&mut serializer)?;
    out.write_all(b"\n")
}

/// Writes JSON in which every character that a terminal would act on, or a reader not see, is escaped.
struct Visible<F>(F);

macro_rules! forward {
    ($($name:ident($($arg:ident: $type:ty),*);)*) => {
        $(fn $name<W: ?Sized + io::Write>(&mut self, writer: &mut W, $($arg: $type),*) -> io::Result<()> {
            self.0.$name(writer, $($arg),*)
        })*
    };
}

impl<F: serde_json::ser::Formatter> serde_json::ser::Formatter for Visible<F> {
    forward! {
        begin_array();
        end_array();
        begin_array_value(first: bool);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(first: bool);
        end_object_key();
        begin_object_value();
        end_object_value();
    }

    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut units = [0; 2];
        let mut rest = fragment;
        while let Some((at, c)) = rest
            .char_indices()
            .find(|(_, c)| c.is_control() || is_hidden(*c))
        {
            writer.write_all(&rest.as_bytes()[..at])?;
            for unit in c.encode_utf16(&mut units) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &rest[at + c.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }
}
