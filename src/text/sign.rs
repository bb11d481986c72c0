//! Signs that change how a hunk is read, and that few hunks have. Where they stand is looked up once for a whole reply:
//! to look through each hunk for each sign is a third of what a large diff costs.

use std::sync::{LazyLock, OnceLock};

use bstr::ByteSlice;
use memchr::memmem::Finder;

/// A search for a sign; set up once, as that costs as much as to look through a hunk.
type Search = LazyLock<Finder<'static>>;

static DOTS: Search = LazyLock::new(|| Finder::new(b"..."));
static ONE_SIGN: Search = LazyLock::new(|| Finder::new("…"));
static WORD_CHANGE: Search = LazyLock::new(|| Finder::new(b"-]{+"));

/// Something that few lines have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// `...`, or its one sign.
    Ellipsis,
    /// What may begin an escape or an entity: a backslash, and `&` with a semicolon little behind it.
    Escape,
    /// A byte that is not ASCII.
    NotAscii,
    /// What a word diff has between an old word and a new one: `-]{+`.
    WordChange,
}

impl Sign {
    const N: usize = 4;

    /// Calls `found` with every place where the sign begins, until it returns `false`; the order is of one look after the
    /// other.
    fn each(self, bytes: &[u8], mut found: impl FnMut(usize) -> bool) {
        match self {
            Sign::Ellipsis => {
                if each_of(&DOTS, bytes, &mut found) {
                    each_of(&ONE_SIGN, bytes, &mut found);
                }
            }
            Sign::Escape => {
                /// As long as the name of an entity may be: `&quot;`, `&apos;`.
                const N_NAME: usize = 5;
                let begins = |at: &usize| {
                    let behind = bytes[at + 1..].iter().take(N_NAME);
                    bytes[*at] == b'\\' || behind.copied().any(|byte| byte == b';')
                };
                memchr::memchr2_iter(b'\\', b'&', bytes)
                    .filter(begins)
                    .all(found);
            }
            Sign::NotAscii => {
                let mut at = 0;
                while let Some(next) = bytes[at..].find_non_ascii_byte() {
                    at += next + 1;
                    if !found(at - 1) {
                        break;
                    }
                }
            }
            Sign::WordChange => {
                each_of(&WORD_CHANGE, bytes, &mut found);
            }
        }
    }

    /// Returns whether it stands in `bytes`.
    pub fn is_in(self, bytes: &[u8]) -> bool {
        let mut is_in = false;
        self.each(bytes, |_| {
            is_in = true;
            false
        });
        is_in
    }
}

/// Calls `found` with every place of a sign, those that overlap too; returns whether it wants more.
fn each_of(sign: &Search, bytes: &[u8], found: &mut impl FnMut(usize) -> bool) -> bool {
    let mut at = 0;
    while let Some(next) = sign.find(&bytes[at..]) {
        at += next + 1;
        if !found(at - 1) {
            return false;
        }
    }
    true
}

/// Where the signs stand in one text; looked up on the first question about each.
#[derive(Debug, Default)]
pub struct Signs {
    of: [OnceLock<Option<Box<[u32]>>>; Sign::N],
}

impl Signs {
    /// A text that has more of a sign than one in so many bytes keeps no list.
    const MIN_BYTES_EACH: usize = 64;

    /// Returns whether `sign` begins in `range` of `bytes`, the text that these are the signs of.
    pub fn has(&self, sign: Sign, bytes: &[u8], range: std::ops::Range<usize>) -> bool {
        let places = self.of[sign as usize].get_or_init(|| Signs::places(sign, bytes));
        match places {
            Some(places) => {
                let nth = places.partition_point(|at| (*at as usize) < range.start);
                places.get(nth).is_some_and(|at| (*at as usize) < range.end)
            }
            None => sign.is_in(&bytes[range]),
        }
    }

    fn places(sign: Sign, bytes: &[u8]) -> Option<Box<[u32]>> {
        let most = bytes.len() / Signs::MIN_BYTES_EACH;
        let mut places = Vec::new();
        sign.each(bytes, |at| {
            places.push(at as u32);
            places.len() <= most
        });
        places.sort_unstable();
        (places.len() <= most).then(|| places.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALL: [Sign; Sign::N] = [
        Sign::Ellipsis,
        Sign::Escape,
        Sign::NotAscii,
        Sign::WordChange,
    ];

    proptest! {
        #[test]
        fn a_range_has_the_signs_that_its_bytes_have(
            parts in proptest::collection::vec(prop_oneof![
                6 => Just(" plain text of some length, as most of a reply is "),
                1 => Just("..."), 1 => Just("."), 1 => Just("…"), 1 => Just("é"), 1 => Just("\\"), 1 => Just("&lt;"),
                1 => Just("[-a-]{+b+}"),
            ], 0..40),
            from in 0.0..1.0, to in 0.0..1.0,
        ) {
            let bytes = parts.concat().into_bytes();
            let at = |share: f64| (share * (bytes.len() + 1) as f64) as usize;
            let range = at(from).min(at(to))..at(from).max(at(to));
            let signs = Signs::default();
            for sign in ALL {
                let is_in = sign.is_in(&bytes[range.clone()]);
                let has = signs.has(sign, &bytes, range.clone());
                // A sign that begins in the range and ends behind it may be told, too.
                let reach = range.start..(range.end + 4).min(bytes.len());
                prop_assert!(has == is_in || has && sign.is_in(&bytes[reach]), "{sign:?} {range:?}");
            }
        }
    }

    #[test]
    fn what_has_many_keeps_no_list() {
        let many = "é".repeat(100);
        assert_eq!(Signs::places(Sign::NotAscii, many.as_bytes()), None);
        let few = format!("{}é", " ".repeat(1000));
        assert_eq!(
            Signs::places(Sign::NotAscii, few.as_bytes()).as_deref(),
            Some(&[1000, 1001][..])
        );
    }
}
