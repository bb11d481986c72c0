//! Where the feedback for the model goes.

use std::io;
use std::path::Path;

use crate::report::feedback::Feedback;

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
pub(crate) fn text(feedback: &Feedback, args: &FeedbackArgs) -> String {
    if args.feedback_json {
        feedback.to_json()
    } else {
        feedback.to_markdown()
    }
}

/// Returns whether any feedback is asked for.
pub(crate) fn is_asked(args: &FeedbackArgs) -> bool {
    args.feedback.is_some() || args.feedback_json
}

/// Prints the feedback to standard output, if it goes there.
///
/// # Errors
/// When it cannot be printed.
pub(crate) fn print(feedback: Option<&Feedback>, args: &FeedbackArgs) -> io::Result<()> {
    match feedback.filter(|_| on_stdout(args)) {
        Some(feedback) => output::print(text(feedback, args)),
        None => Ok(()),
    }
}
