//! A review that is still being matched when the screen opens: a frame is there at once, and the review when it is ready.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use super::msg::Msg;
use super::progress::Progress;
use crate::session::Session;

/// A review with what the screen says of it.
#[derive(Debug, Clone)]
pub struct Opened {
    /// What the patch is called.
    pub name: String,
    /// The review, matched.
    pub session: Session,
    /// The files that the reply was read from, where there are several: name and number of lines.
    pub replies: Vec<(String, usize)>,
    /// What the status line says first.
    pub greeting: Option<String>,
}

/// A review that somebody is about to open.
#[derive(Debug)]
pub struct Opening {
    /// How far it is; heeded by whoever opens it.
    pub progress: Arc<Progress>,
    /// Where it arrives, or why it cannot be opened.
    pub ready: Receiver<Result<Opened, String>>,
}

impl Opening {
    /// Waits for it, and returns what is to be told.
    pub(super) fn awaited(self) -> Msg {
        match self.ready.recv() {
            Ok(_) if self.progress.is_stopped() => {
                Msg::Failed("stopped; nothing opened".to_string())
            }
            Ok(Ok(opened)) => Msg::Opened(Box::new(opened)),
            Ok(Err(why)) => Msg::Failed(why),
            Err(_) => Msg::Failed("matching failed; nothing opened".to_string()),
        }
    }
}
