//! The places that were found for a hunk. What nobody asks for is not made: of a hunk that stands at one place to the letter
//! (`exact`) only that is kept, and the list of its one candidate is made when it is read.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use super::aligned::count;
use super::{Candidate, Exact, Tier};
use crate::text::LineSpan;

/// The places of one hunk, best first; a clone shares them.
#[derive(Clone)]
pub struct Places(Kept);

#[derive(Clone)]
enum Kept {
    Exact(Arc<Exact>),
    Listed(Arc<[Candidate]>),
}

impl Places {
    /// Returns the one place at which the hunk stands to the letter, where it was found to be the only one; that costs
    /// nothing to ask.
    pub fn exact(&self) -> Option<&Exact> {
        match &self.0 {
            Kept::Exact(exact) => Some(exact),
            Kept::Listed(_) => None,
        }
    }

    /// Returns the lines of the best place.
    pub fn best_span(&self) -> Option<LineSpan> {
        match self.exact() {
            Some(exact) => Some(exact.span()),
            None => self.first().map(|place| place.span),
        }
    }

    /// Returns the lines of the place of this index.
    ///
    /// # Panics
    /// When there is no such place.
    pub fn span_of(&self, index: usize) -> LineSpan {
        match self.exact() {
            Some(exact) if index == 0 => exact.span(),
            Some(_) | None => self[index].span,
        }
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        match &self.0 {
            Kept::Exact(_) => false,
            Kept::Listed(places) => places.is_empty(),
        }
    }

    /// Returns the list for one who reads it once and gives it back: what is made for that is not kept.
    pub fn for_once<T>(&self, read: impl FnOnce(&[Candidate]) -> T) -> T {
        match &self.0 {
            Kept::Exact(exact) => read(&[exact.candidate()]),
            Kept::Listed(places) => read(places),
        }
    }
}

impl Deref for Places {
    type Target = [Candidate];

    fn deref(&self) -> &[Candidate] {
        match &self.0 {
            Kept::Exact(exact) => exact.listed(),
            Kept::Listed(places) => places,
        }
    }
}

impl Default for Places {
    fn default() -> Places {
        Places(Kept::Listed(Arc::default()))
    }
}

impl PartialEq for Places {
    fn eq(&self, other: &Places) -> bool {
        **self == **other
    }
}

impl Eq for Places {}

impl fmt::Debug for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl From<Exact> for Places {
    fn from(exact: Exact) -> Places {
        Places(Kept::Exact(Arc::new(exact)))
    }
}

impl From<Vec<Candidate>> for Places {
    fn from(mut places: Vec<Candidate>) -> Places {
        /// A reply for other files has no place for any of its hunks, and they share one empty list.
        static NONE: LazyLock<Arc<[Candidate]>> = LazyLock::new(|| Arc::new([]));
        if places.is_empty() {
            return Places(Kept::Listed(Arc::clone(&NONE)));
        }
        // They are kept as long as the review, and a list that grew has room for more.
        for place in &mut places {
            place.evidence.shrink_to_fit();
        }
        Places(Kept::Listed(places.into()))
    }
}

impl FromIterator<Candidate> for Places {
    fn from_iter<I: IntoIterator<Item = Candidate>>(places: I) -> Places {
        Places(Kept::Listed(places.into_iter().collect()))
    }
}

/// One of the places that were found for a hunk. It keeps their list, which others share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    places: Places,
    index: u32,
}

impl Listed {
    /// Takes the place of this index.
    ///
    /// # Panics
    /// When `places` has no such place.
    pub fn new(places: &Places, index: usize) -> Listed {
        let is_there = match places.exact() {
            Some(_) => index == 0,
            None => index < places.len(),
        };
        assert!(is_there, "what is taken of a list is in it");
        Listed {
            places: places.clone(),
            index: count(index),
        }
    }

    /// Returns the place where the hunk stands there to the letter, and nowhere else.
    pub fn exact(&self) -> Option<&Exact> {
        self.places.exact()
    }

    /// Returns the lines of the target that it takes.
    pub fn lines(&self) -> LineSpan {
        self.places.span_of(self.index as usize)
    }

    /// Returns whether the file has its lines byte for byte there.
    pub fn is_strict(&self) -> bool {
        self.exact().is_some() || self.tier == Tier::Strict
    }

    /// Returns it for one who reads it once and gives it back: what is made for that is not kept.
    pub fn for_once<T>(&self, read: impl FnOnce(&Candidate) -> T) -> T {
        self.places
            .for_once(|places| read(&places[self.index as usize]))
    }
}

impl Deref for Listed {
    type Target = Candidate;

    fn deref(&self) -> &Candidate {
        &self.places[self.index as usize]
    }
}

impl From<Candidate> for Listed {
    fn from(only: Candidate) -> Listed {
        Listed {
            places: Places::from_iter([only]),
            index: 0,
        }
    }
}
