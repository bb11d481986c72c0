//! The definitions that lines stand in, looked up once for each line: a list shows dozens of them, and is drawn at every key.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, Weak};

use crate::text::Text;
use crate::text::heading::path_words;

/// What was looked up so far, by the address of the text and the line.
#[derive(Debug, Clone, Default)]
pub(super) struct Names(RefCell<HashMap<usize, Known>>);

/// What is known of a text. While it is known here, no other can take its address, though its lines may be gone.
#[derive(Debug, Clone)]
struct Known {
    text: Weak<Text>,
    names: HashMap<usize, Option<String>>,
}

impl Names {
    /// Returns what [`path_words`] does.
    pub(super) fn of(&self, text: &Arc<Text>, line: usize) -> Option<String> {
        let mut known = self.0.borrow_mut();
        let address = Arc::as_ptr(text).addr();
        if !known.contains_key(&address) {
            // What a file was before it changed on disk is asked for no more.
            known.retain(|_, known| known.text.strong_count() > 0);
        }
        let known = known.entry(address).or_insert_with(|| Known {
            text: Arc::downgrade(text),
            names: HashMap::new(),
        });
        let name = known.names.entry(line);
        name.or_insert_with(|| path_words(text, line)).clone()
    }
}
