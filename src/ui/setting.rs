//! What the person wrote into a settings file: where in it something stands, and what may have been meant.

use toml::Spanned;

/// A fault of a settings file, at a byte of it.
#[derive(Debug)]
pub struct Fault {
    /// The byte.
    pub offset: usize,
    /// What is wrong, and what to do about it.
    pub words: String,
}

impl Fault {
    /// Makes the fault of something that the file says.
    pub fn at<T>(spanned: &Spanned<T>, words: impl Into<String>) -> Fault {
        Fault {
            offset: spanned.span().start,
            words: words.into(),
        }
    }

    /// Makes the fault of a file that is no TOML.
    pub fn of_toml(fault: &toml::de::Error) -> Fault {
        Fault {
            offset: fault.span().map_or(0, |span| span.start),
            words: fault.message().to_string(),
        }
    }
}

/// Returns the name of `known` that is written most like `name`.
///
/// # Panics
/// When nothing is known.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> &'a str {
    known
        .min_by_key(|known| strsim::damerau_levenshtein(known, name))
        .expect("there is something to name")
}

/// Returns the 1-based line of a byte of `content`.
pub fn line_number(content: &str, offset: usize) -> usize {
    1 + content
        .bytes()
        .take(offset)
        .filter(|byte| *byte == b'\n')
        .count()
}
