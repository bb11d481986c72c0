//! `sessions`: reviews that were left and can be gone on with.

use std::path::Path;

use anyhow::Context;

use crate::report::Exit;
use crate::text::display::display_line;
use crate::workspace::{SavedReview, Store};

use super::UsageError;
use super::args::SessionsArgs;
use super::json::{self, Speech};
use super::undo::utc;

/// How many characters of a review's name are shown.
const N_SHOWN: usize = 8;

/// The most files named of one review.
const N_FILES: usize = 3;

/// Lists saved reviews, or forgets some.
pub(crate) fn run(args: &SessionsArgs, speech: Speech) -> anyhow::Result<Exit> {
    let no_home = || UsageError("there is no home folder, so no review was saved".to_string());
    // The root matters only for saving; the list holds the reviews of all roots.
    let store = Store::of_user(Path::new("")).ok_or_else(no_home)?;
    let all = store.all().context("listing the saved reviews")?;
    if speech == Speech::Json && args.forget.is_none() && !args.purge {
        let body = json::List {
            entries: all.iter().map(row).collect(),
            faults: Vec::new(),
        };
        return json::print("sessions", Exit::Done, body);
    }
    let text = match &args.forget {
        Some(id) => {
            let named: Vec<&SavedReview> = all.iter().filter(|it| it.id.starts_with(id)).collect();
            if named.is_empty() {
                let shown = display_line(id.as_bytes());
                return Err(UsageError(format!("no saved review begins with `{shown}`")).into());
            }
            forget(&store, named.into_iter())?
        }
        None if args.purge => forget(&store, all.iter())?,
        None if all.is_empty() => "no review is saved\n".to_string(),
        None => all.iter().map(line).collect(),
    };
    json::print_text(speech, "sessions", Exit::Done, text.as_bytes(), Vec::new())
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

fn row(review: &SavedReview) -> json::Saved {
    json::Saved {
        id: review.id.clone(),
        time: review.time,
        root: review.root.clone(),
        files: review.record.paths().map(|path| path.to_text()).collect(),
        n_decided: review.record.n_decided(),
        n_hunks: review.record.n_hunks(),
    }
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
        record.n_hunks(),
        display_line(review.root.as_bytes()),
        files.join(" ")
    )
}
