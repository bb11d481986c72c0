//! The keys in force: the table, and what the person's own settings put in the place of some of its rows.

use std::collections::BTreeMap;

use super::key::{Key, all_shown, shown};
use super::keymap::{self, Action, Binding, Context, KEYMAP, of_context};
use super::setting::nearest;

/// The keys in force: those of the table, and the person's own in the place of some.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Keys {
    /// By the name of the command.
    own: BTreeMap<&'static str, Vec<String>>,
}

/// Why keys cannot be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyFault {
    /// No command has the name.
    #[error("there is no command `{name}`; the nearest is `{nearest}`")]
    UnknownCommand {
        /// The name as written.
        name: String,
        /// The command it may have meant.
        nearest: &'static str,
    },
    /// No key has the name.
    #[error("`{0}` is no key: write a character, a name such as `pgdn`, or `ctrl-` before either")]
    UnknownKey(String),
    /// The command means the very digit that is typed.
    #[error("`{0}` keeps its digits: they choose what to show")]
    Digits(&'static str),
    /// Two commands would have the key where both hold.
    #[error("`{key}` is the key of `{other}` too; give that another one, or none: `{other} = []`")]
    Taken {
        /// The command that was given the key.
        name: &'static str,
        /// The key.
        key: String,
        /// The command that has it already.
        other: &'static str,
    },
    /// Nothing would be left to leave by.
    #[error("`{0}` must have a key")]
    NoWayOut(&'static str),
}

impl Keys {
    /// Returns the keys in force when these commands, by name, have these keys in the place of the table's.
    ///
    /// # Errors
    /// The index of the first of `own` at fault, and why it is.
    pub fn with(own: &[(String, Vec<String>)]) -> Result<Keys, (usize, KeyFault)> {
        let mut keys = Keys::default();
        for (index, (name, named)) in own.iter().enumerate() {
            let row = changeable(name, named).map_err(|fault| (index, fault))?;
            keys.own.insert(row.name, named.clone());
        }
        match keys.taken_twice() {
            None => Ok(keys),
            Some((name, key, other)) => {
                let index = own.iter().position(|(own, _)| own == name);
                let index = index.expect("two keys of the table never meet: a test holds that");
                Err((index, KeyFault::Taken { name, key, other }))
            }
        }
    }

    /// Returns the keys of a command, by name.
    pub fn of<'a>(&'a self, row: &Binding) -> Vec<&'a str> {
        match self.own.get(row.name) {
            Some(own) => own.iter().map(String::as_str).collect(),
            None => row.keys.to_vec(),
        }
    }

    /// Returns how a command is called, as people read it: its keys, or its name in the palette where it has none.
    pub fn shown(&self, row: &Binding) -> String {
        match self.of(row).as_slice() {
            [] => format!(":{}", row.name),
            keys => all_shown(keys),
        }
    }

    /// Returns the first key of what `action` is asked for by, as people read it in a message.
    ///
    /// # Panics
    /// When no row of the table asks for it.
    pub fn first(&self, action: Action) -> String {
        let row = KEYMAP.iter().find(|row| row.action == action);
        let row = row.expect("messages name actions of the table");
        match self.of(row).first() {
            Some(key) => shown(key),
            None => format!(":{}", row.name),
        }
    }

    /// Returns what `key` does in `context`.
    pub fn lookup(&self, context: Context, key: Key) -> Option<&'static Binding> {
        of_context(context).find(|row| {
            let mut named = self.of(row).into_iter().filter_map(Key::named);
            named.any(|named| named == key)
        })
    }

    /// Returns a command of the person's, a key of it, and another command that has the key where both hold.
    fn taken_twice(&self) -> Option<(&'static str, String, &'static str)> {
        let of_person = KEYMAP.iter().filter(|row| self.own.contains_key(row.name));
        let mut pairs = of_person.flat_map(|row| KEYMAP.iter().map(move |other| (row, other)));
        pairs.find_map(|(row, other)| {
            let meet = row.contexts.iter().any(|at| other.contexts.contains(at));
            if row.name == other.name || !meet {
                return None;
            }
            let theirs: Vec<Option<Key>> = self.of(other).into_iter().map(Key::named).collect();
            let both = self
                .of(row)
                .into_iter()
                .find(|key| theirs.contains(&Key::named(key)));
            both.map(|key| (row.name, key.to_string(), other.name))
        })
    }
}

/// Returns the row of the command `name` if it may have the keys `named`.
fn changeable(name: &str, named: &[String]) -> Result<&'static Binding, KeyFault> {
    let Some(row) = keymap::named(name) else {
        let nearest = nearest(name, KEYMAP.iter().map(|row| row.name));
        return Err(KeyFault::UnknownCommand {
            name: name.to_string(),
            nearest,
        });
    };
    if matches!(row.action, Action::Show | Action::LookAgain) {
        return Err(KeyFault::Digits(row.name));
    }
    if let Some(unknown) = named.iter().find(|key| Key::named(key).is_none()) {
        return Err(KeyFault::UnknownKey(unknown.clone()));
    }
    if named.is_empty() && matches!(row.action, Action::Interrupt | Action::Back) {
        return Err(KeyFault::NoWayOut(row.name));
    }
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts what of `own` is at fault: its index, and what the message holds.
    #[track_caller]
    fn check(own: &[(&str, &[&str])], expected: Option<(usize, &str)>) {
        let own: Vec<(String, Vec<String>)> = own
            .iter()
            .map(|(name, keys)| {
                (
                    name.to_string(),
                    keys.iter().map(ToString::to_string).collect(),
                )
            })
            .collect();
        match (Keys::with(&own), expected) {
            (Ok(_), None) => {}
            (Err((index, fault)), Some((at, words))) => {
                assert_eq!(index, at, "{fault}");
                assert!(fault.to_string().contains(words), "{fault}");
            }
            (got, expected) => panic!("{got:?}, expected {expected:?}"),
        }
    }

    #[test]
    fn keys_can_be_changed_and_exchanged() {
        check(&[("filter", &["ctrl-l"])], None);
        check(&[("filter", &[])], None);
        check(
            &[("search-next", &["x"]), ("reject", &["n", "delete"])],
            None,
        );
        // `j` moves in the review and in lists: these never meet.
        check(&[("pick-down", &["j"])], None);
    }

    #[test]
    fn faults_are_named() {
        check(&[("rejct", &["D"])], Some((0, "nearest is `reject`")));
        check(
            &[("reject", &["hyper-x"])],
            Some((0, "`hyper-x` is no key")),
        );
        check(&[("show-place", &["f1"])], Some((0, "keeps its digits")));
        check(&[("interrupt", &[])], Some((0, "must have a key")));
        check(
            &[("filter", &["ctrl-l"]), ("reject", &["n"])],
            Some((1, "`n` is the key of `search-next` too")),
        );
    }

    #[test]
    fn a_key_of_the_person_does_what_it_was_given_and_the_old_one_nothing() {
        let own = [("reject".to_string(), vec!["D".to_string()])];
        let keys = Keys::with(&own).expect("`D` is free");
        let named = |name: &str| {
            let key = Key::named(name).expect("a key");
            keys.lookup(Context::Review, key).map(|row| row.name)
        };
        assert_eq!((named("D"), named("x")), (Some("reject"), None));
    }
}
