//! Looking up keys: opened over any screen, narrowed by typing a key or a word, and done from there.

use nucleo_matcher::pattern::AtomKind;

use super::super::effect::Effect;
use super::super::keymap::{KEYMAP, Motion, named, of_context};
use super::super::model::{HelpView, Mode, Model, Picker};
use super::{perform, refuse};

/// Opens all keys, those of this screen first.
pub(super) fn open(model: &mut Model) -> Vec<Effect> {
    let context = model.context();
    let elsewhere = KEYMAP.iter().filter(|row| !row.contexts.contains(&context));
    let rows = of_context(context).chain(elsewhere);
    let picker = Picker::new(rows.map(|row| row.name).collect());
    let from = Box::new(model.mode.clone());
    model.mode = Mode::Help(HelpView {
        from,
        context,
        picker,
        is_marked: false,
    });
    Vec::new()
}

/// Keeps the keys that fit what was typed.
pub(super) fn narrow(model: &mut Model) {
    let Mode::Help(view) = &mut model.mode else {
        return;
    };
    view.is_marked = true;
    let keys = &model.keys;
    view.picker.narrow(AtomKind::Substring, |name| {
        named(name).map_or_else(String::new, |row| {
            // Keys of several screens are of none in particular.
            let screen = match row.contexts {
                [context] => context.name(),
                _ => "",
            };
            let keys = keys.of(row).join(" ");
            format!("{keys} {} {} {screen}", row.name, row.help)
        })
    });
}

/// Marks another key; the first, where none was.
pub(super) fn step(view: &mut HelpView, motion: Motion) {
    let is_first = !view.is_marked && motion == Motion::Down;
    view.is_marked = true;
    if !is_first {
        view.picker.step(motion);
    }
}

/// Closes the keys and does what the one marked does there.
pub(super) fn run(model: &mut Model) -> Vec<Effect> {
    let Mode::Help(view) = &model.mode else {
        return Vec::new();
    };
    let marked = view.picker.marked().filter(|_| view.is_marked);
    let (name, context) = (marked.copied(), view.context);
    model.mode = (*view.from).clone();
    match name.and_then(named) {
        Some(row) if row.contexts.contains(&context) => perform(model, row.action, None),
        Some(row) => {
            let elsewhere = row.contexts.first().map_or("", |context| context.name());
            refuse(
                model,
                format!("`{}` is for another screen: {elsewhere}", row.name),
            )
        }
        None => Vec::new(),
    }
}
