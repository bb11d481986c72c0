//! Long work on a review of its own: matched anew, or opened from a reply. It says how far it is, and ends where somebody
//! asks for it; then the review on the screen is as it was.

use super::msg::Msg;
use super::progress::Progress;
use super::world::World;
use crate::session::{Options, Session};
use crate::text::RelPath;

/// Reads `paths` again and matches them anew on `copy`, a copy of the review.
pub(super) fn rematch(
    world: &dyn World,
    mut copy: Session,
    paths: &[RelPath],
    progress: &Progress,
) -> Msg {
    // Every file is read, then matched.
    progress.begin(2 * paths.len());
    let read = |path| step(progress).then(|| world.snapshot(path));
    let Some(now) = paths.iter().map(read).collect() else {
        return stopped();
    };
    let refreshed = copy.refresh_while(now, || step(progress));
    refreshed.map_or_else(stopped, |refreshed| {
        Msg::Rematched(Box::new(copy), refreshed)
    })
}

/// Opens a review of `reply`, and reads and matches its targets.
pub(super) fn open(
    world: &dyn World,
    name: String,
    reply: &[u8],
    options: Options,
    progress: &Progress,
) -> Msg {
    progress.begin(0);
    let mut session = Session::open(reply, options);
    if session.patch().files.is_empty() {
        let n_bytes = reply.len();
        let why = "neither a diff nor SEARCH/REPLACE";
        return Msg::Failed(format!("no patch in there ({n_bytes} bytes): {why}"));
    }
    session.set_known_paths(world.known_paths());
    progress.begin(session.wanted().len());
    let read = |path: &RelPath| step(progress).then(|| world.snapshot(path));
    match session.supply_wanted(read) {
        Some(()) => Msg::Opened(name, Box::new(session)),
        None => stopped(),
    }
}

/// Counts a step, and returns whether there shall be another.
fn step(progress: &Progress) -> bool {
    progress.step();
    !progress.is_stopped()
}

fn stopped() -> Msg {
    Msg::Failed("you stopped it, and nothing has changed".to_string())
}
