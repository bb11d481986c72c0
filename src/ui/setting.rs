//! What the person wrote into a settings file: where in it something stands, and what may have been meant.

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
