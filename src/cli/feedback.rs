//! Where the feedback for the model goes.

use std::path::Path;

use anyhow::Context;

use crate::report::feedback::{to_json, to_markdown};
use crate::session::Session;

use super::args::FeedbackArgs;
use super::output;

/// Returns whether the feedback goes to standard output.
pub(crate) fn on_stdout(args: &FeedbackArgs) -> bool {
    match &args.feedback {
        Some(path) => path == Path::new("-"),
        None => args.feedback_json,
    }
}

/// Returns the file that the feedback goes to, if one is named.
pub(crate) fn file(args: &FeedbackArgs) -> Option<&Path> {
    args.feedback.as_deref().filter(|_| !on_stdout(args))
}

/// Returns the feedback as it was asked for.
pub(crate) fn text(session: &Session, args: &FeedbackArgs) -> String {
    if args.feedback_json {
        to_json(session)
    } else {
        to_markdown(session)
    }
}

/// Prints the feedback to standard output, if it goes there.
///
/// # Errors
/// When it cannot be printed.
pub(crate) fn print(session: &Session, args: &FeedbackArgs) -> anyhow::Result<()> {
    if on_stdout(args) {
        output::print(text(session, args)).context("printing the feedback")?;
    }
    Ok(())
}
