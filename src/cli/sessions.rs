//! `sessions`: reviews that were left and can be gone on with.

use std::path::Path;

use anyhow::Context;

use crate::report::Exit;
use crate::text::display::display_line;
use crate::workspace::{SavedReview, Store};

use super::args::SessionsArgs;
use super::undo::utc;
use super::{UsageError, output};

/// How many characters of a review's name are shown.
const N_SHOWN: usize = 8;

/// The most files named of one review.
const N_FILES: usize = 3;

/// Lists saved reviews, or forgets some.
pub(crate) fn run(args: &SessionsArgs) -> anyhow::Result<Exit> {
    let no_home = || UsageError("there is no home folder, so no review was saved".to_string());
    // The root matters only for saving; the list holds the reviews of all roots.
    let store = Store::of_user(Path::new("")).ok_or_else(no_home)?;
    let all = store.all();
    let text = match &args.forget {
        Some(id) => forget(
            &store,
            all.iter().filter(|review| review.id.starts_with(id)),
        )?,
        None if args.purge => forget(&store, all.iter())?,
        None if all.is_empty() => "no review is saved\n".to_string(),
        None => all.iter().map(line).collect(),
    };
    output::print(&text).context("printing the saved reviews")?;
    Ok(Exit::Done)
}

fn forget<'a>(
    store: &Store,
    reviews: impl Iterator<Item = &'a SavedReview>,
) -> anyhow::Result<String> {
    let mut n_forgotten = 0;
    for review in reviews {
        store
            .forget_listed(review)
            .with_context(|| format!("forgetting review {}", review.id))?;
        n_forgotten += 1;
    }
    Ok(format!("{n_forgotten} forgotten\n"))
}

fn line(review: &SavedReview) -> String {
    let record = &review.record;
    let mut files: Vec<String> = record
        .paths()
        .take(N_FILES)
        .map(|path| display_line(path.as_bytes()))
        .collect();
    if record.paths().count() > N_FILES {
        files.push("...".to_string());
    }
    format!(
        "{:.N_SHOWN$}  {}  {} of {} decided  {}: {}\n",
        review.id,
        utc(review.time),
        record.n_decided(),
        record.hunks().len(),
        display_line(review.root.as_bytes()),
        files.join(" ")
    )
}
