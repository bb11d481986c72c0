//! The frame before the review is ready stays as it is when the review comes, and opening a review saves nothing.

use hunkwise::session::{Options, Session};
use hunkwise::ui::effect::Effect;
use hunkwise::ui::model::{JobProgress, Mode};
use hunkwise::ui::msg::Msg;
use hunkwise::ui::{Opened, PendingReview, update};

use super::drive::{Drive, REPLY, says};

fn opened() -> Opened {
    Opened {
        name: "fix.patch".to_string(),
        session: Session::open(REPLY.as_bytes(), Options::default()),
        replies: Vec::new(),
        greeting: None,
    }
}

#[test]
fn the_frame_before_the_review_is_of_its_bars_alone() {
    for size in [(60, 15), (80, 24), (200, 50)] {
        let mut drive = Drive::of("", "dark", size);
        assert!(matches!(drive.model.mode, Mode::Start(_)));
        drive.model.pending = Some(PendingReview {
            reply: vec!["In `a.py`:".to_string()],
            files: vec![("a.py".to_string(), 1), ("lib/b.py".to_string(), 3)],
        });
        let early = drive.text();
        let said: String = early.split_whitespace().collect();
        assert_eq!(said, "fix.patch", "{early}");
        drive.take_in(Msg::JobProgress(Some(JobProgress {
            name: "reading and matching the patch",
            if_stopped: "nothing changes",
            n_done: 1,
            n_all: 4,
        })));
        says(&drive, "reading and matching the patch");
        says(&drive, "25 %");
        says(&drive, "In `a.py`:");
        // The one being matched.
        says(&drive, "lib/b.py");
        // What was there before is still there.
        let first = |text: &str| text.lines().next().map(str::trim_end).map(str::to_string);
        assert_eq!(first(&drive.text()), first(&early));
        let name = early.lines().next().unwrap().trim_end();
        drive.take_in(Msg::Opened(Box::new(opened())));
        assert!(drive.text().starts_with(name), "{}", drive.text());
    }
}

#[test]
fn a_review_that_is_opened_first_saves_nothing() {
    let opened = || Msg::Opened(Box::new(opened()));
    let saves = |effects: Vec<Effect>| effects.iter().any(|it| matches!(it, Effect::Save));
    let mut drive = Drive::of("", "dark", (80, 24));
    assert!(saves(update(&mut drive.model, opened())));
    let mut drive = Drive::of("", "dark", (80, 24));
    drive.model.pending = Some(PendingReview::default());
    assert!(!saves(update(&mut drive.model, opened())));
    assert!(drive.model.pending.is_none());
    says(&drive, "need you");
    let mut drive = Drive::of("", "dark", (80, 24));
    drive.model.pending = Some(PendingReview::default());
    drive.take_in(Msg::Failed("stopped; nothing opened".to_string()));
    says(&drive, "Paste a reply here");
    says(&drive, "Stopped; nothing opened");
}
