//! Where the feedback for the model goes.

use std::path::Path;

use anyhow::Context;

use crate::report::feedback::{to_json, to_markdown};
use crate::session::Session;

use super::args::FeedbackArgs;
use super::open::Purpose;
use super::{UsageError, output};

/// Returns whether the feedback goes to standard output.
pub(crate) fn on_stdout(args: &FeedbackArgs) -> bool {
    match &args.feedback {
        Some(path) => path == Path::new("-"),
        None => args.feedback_json,
    }
}

/// Refuses a file for the feedback of a run that writes nothing at all.
pub(crate) fn check_target(args: &FeedbackArgs, purpose: Purpose) -> Result<(), UsageError> {
    if purpose == Purpose::Look && args.feedback.is_some() && !on_stdout(args) {
        let advice = "this command writes no file; say `--feedback -` and redirect it";
        return Err(UsageError(advice.to_string()));
    }
    Ok(())
}

/// Writes the feedback where it was asked for, if it was.
pub(crate) fn deliver(session: &Session, args: &FeedbackArgs) -> anyhow::Result<()> {
    let text = || {
        if args.feedback_json {
            to_json(session)
        } else {
            to_markdown(session)
        }
    };
    if on_stdout(args) {
        return output::print(&text()).context("printing the feedback");
    }
    match &args.feedback {
        Some(path) => output::write_file(path, text().as_bytes()),
        None => Ok(()),
    }
}
