//! The definitions that lines stand in, looked up once for each line: a list shows dozens of them, and is drawn at every key.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use crate::text::Text;
use crate::text::heading::path_words;

/// What was looked up so far, by the address of the text and the line.
#[derive(Debug, Clone, Default)]
pub(super) struct Names(RefCell<HashMap<usize, Known>>);

/// What is known of a text, which is kept so that no other can take its address.
#[derive(Debug, Clone)]
struct Known {
    text: Arc<Text>,
    names: HashMap<usize, Option<String>>,
}

impl Names {
    /// Returns what [`path_words`] does.
    pub(super) fn of(&self, text: &Arc<Text>, line: usize) -> Option<String> {
        let mut known = self.0.borrow_mut();
        let known = known
            .entry(Arc::as_ptr(text).addr())
            .or_insert_with(|| Known {
                text: text.clone(),
                names: HashMap::new(),
            });
        let name = known.names.entry(line);
        name.or_insert_with(|| path_words(&known.text, line))
            .clone()
    }
}
