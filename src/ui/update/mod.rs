//! What happens becomes a new state and effects; nothing is performed here.

mod choose;
mod copy;
mod decide;
mod disk;
mod edit;
mod help;
mod lines;
mod look;
mod place;
mod point;
mod split;
mod step;
mod travel;

use crossterm::event::{KeyEvent, KeyEventKind, MouseEventKind};

use super::Ending;
use super::doc::Reading;
use super::effect::Effect;
use super::highlight::Colouring;
use super::key::Key;
use super::keymap::{Action, Context, DiffOption, Direction};
use super::layout::Layout;
use super::model::{Columns, ListShown, Mode, Model, Page, Purpose, Shown, StartView, Toast};
use super::task::{JobRequest, ReplyFrom};
use super::typed::Typed;
use super::words::sentence;
use super::{allow, msg::Msg};
use crate::text::words::counted;

pub(super) use decide::what_next;
pub(super) use look::{Numbered, numbered};
pub(super) use travel::word_here;

/// Takes in what happened, and returns what is to be done about it.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    let before = model.generation;
    let mut effects = take_in(model, msg);
    if model.generation != before {
        effects.extend(model.colour_request().map(Effect::Colour));
    }
    effects
}

fn take_in(model: &mut Model, msg: Msg) -> Vec<Effect> {
    match msg {
        Msg::Key(event) if Layout::is_too_small(model.size) => press_blind(model, &event),
        Msg::Mouse(_) | Msg::DoubleClick(..) | Msg::Paste(_)
            if Layout::is_too_small(model.size) =>
        {
            Vec::new()
        }
        Msg::Key(event) => {
            let mut effects = put_card_away(model);
            effects.extend(press(model, &event));
            effects
        }
        Msg::Mouse(event) => {
            let mut effects = Vec::new();
            if matches!(event.kind, MouseEventKind::Down(_)) {
                effects.extend(put_card_away(model));
            }
            effects.extend(point::point(model, &event));
            effects
        }
        Msg::DoubleClick(column, row) => point::take(model, column, row),
        Msg::Paste(text) => choose::paste(model, &text),
        Msg::Resize(width, height) => {
            model.size = (width, height);
            model.move_cursor(model.view.cursor);
            Vec::new()
        }
        Msg::Touched(paths) => vec![Effect::Look(paths)],
        Msg::Seen(snapshots) => disk::seen(model, snapshots),
        Msg::Judged(drift) => {
            if drift.is_of_same(&model.drift) {
                model.take_drift(drift);
            }
            Vec::new()
        }
        Msg::Rematched(session, refreshed) => disk::rematched(model, *session, &refreshed),
        Msg::Opened(opened) => disk::opened(model, *opened),
        Msg::Ran(command, session, outcome) => decide::ran(model, &command, *session, outcome),
        Msg::Surveyed(survey) => disk::surveyed(model, survey),
        Msg::Written(applied, session) => disk::written(model, applied, *session),
        Msg::TakenBack(undone, session) => disk::taken_back(model, &undone, *session),
        Msg::Listed(known, targets) => choose::offer_targets(model, known, targets),
        Msg::Applied(done, snapshots) => disk::applied(model, done, snapshots),
        Msg::Linked(paths) => disk::linked(model, paths),
        Msg::Unapplied(done, snapshots) => disk::unapplied(model, done, snapshots),
        Msg::Reply(name, reply) => {
            let name = choose::file_name(&name);
            choose::take_reply(model, name, reply, ReplyFrom::File)
        }
        Msg::Coloured(colouring) => coloured(model, colouring),
        Msg::Completed(begun, names) => choose::completed(model, &begun, &names),
        Msg::Edited(hunk, edited) => edit::take(model, hunk, edited),
        Msg::FeedbackWritten(Ok(Some(path))) => {
            tell(model, format!("Feedback written to {}", path.display()));
            Vec::new()
        }
        // What became of the copy stands on the screen.
        Msg::FeedbackWritten(Ok(None)) => Vec::new(),
        Msg::FeedbackWritten(Err(why)) => refuse(model, why),
        Msg::JobProgress(working) => {
            model.working = working;
            Vec::new()
        }
        Msg::Failed(why) => {
            model.pending = None;
            refuse(model, why)
        }
        Msg::Signal(number) => vec![Effect::Save, Effect::Quit(Ending::Signal(number))],
        Msg::Redraw => Vec::new(),
    }
}

/// Takes the colours of the file under review, or of the next file that would be written and asks for those of the one after.
fn coloured(model: &mut Model, colouring: Colouring) -> Vec<Effect> {
    if colouring.generation != model.generation {
        return Vec::new();
    }
    match colouring.written {
        None => {
            model.colouring = colouring;
            Vec::new()
        }
        Some(nth) if nth == model.survey_colours.len() => {
            model.survey_colours.push(colouring);
            let next = model.survey_colour_request();
            next.map(Effect::Colour).into_iter().collect()
        }
        Some(_) => Vec::new(),
    }
}

/// The card of the first start goes with the first key or click, which does what it does.
fn put_card_away(model: &mut Model) -> Vec<Effect> {
    if model.card == Shown::No || matches!(model.mode, Mode::Start(_)) {
        return Vec::new();
    }
    model.card = Shown::No;
    vec![Effect::RememberCard]
}

/// Returns whether a hunk being placed could go on to a peak that way.
pub(super) fn has_peak(model: &Model, towards: Direction) -> bool {
    place::next_peak(model, towards).is_some()
}

/// Returns whether another block of the hunk under review is open.
pub(super) fn has_open_block(model: &Model) -> bool {
    split::next_open(model).is_some()
}

/// Says why nothing happened.
fn refuse(model: &mut Model, why: impl Into<String>) -> Vec<Effect> {
    model.toast = Some(Toast::Refused(sentence(&why.into())));
    Vec::new()
}

/// Says what was done.
fn tell(model: &mut Model, what: impl Into<String>) {
    model.toast = Some(Toast::Done(sentence(&what.into())));
}

/// Takes a key while the screen shows nothing but how small it is: what is not seen is not decided. Leaving is always possible,
/// and loses nothing.
fn press_blind(model: &Model, event: &KeyEvent) -> Vec<Effect> {
    let key = Key::of_event(event).filter(|_| event.kind != KeyEventKind::Release);
    let binding = key.and_then(|key| model.keys.lookup(Context::Review, key));
    match binding.map(|binding| binding.action) {
        Some(Action::Quit) => vec![Effect::Save, Effect::Quit(Ending::Quit)],
        Some(Action::Interrupt) => vec![Effect::Save, Effect::Quit(Ending::Signal(2))],
        Some(Action::Suspend) => vec![Effect::Suspend],
        Some(_) | None => Vec::new(),
    }
}

fn press(model: &mut Model, event: &KeyEvent) -> Vec<Effect> {
    if event.kind == KeyEventKind::Release {
        return Vec::new();
    }
    let Some(key) = Key::of_event(event) else {
        return Vec::new();
    };
    model.toast = None;
    let mut context = model.context();
    model.viewing = Shown::No;
    let mut binding = model.keys.lookup(context, key);
    if binding.is_none() && matches!(context, Context::Unlike | Context::View) {
        // A key of the screen below lets what was begun be, and does what it does; one that does nothing changes nothing.
        let asked = model.asked.take();
        let below = model.context();
        binding = model.keys.lookup(below, key);
        match binding.map(|binding| binding.action) {
            // Scrolling keeps the question: its lines may be off the screen.
            Some(Action::Move(motion)) if matches!(model.mode, Mode::Review) => {
                let effects = travel::scroll(model, motion);
                model.asked = asked;
                return effects;
            }
            Some(_) => context = below,
            None => model.asked = asked,
        }
    }
    // What is asked of lines that do not match stays asked until it is answered or let be.
    let is_let_be = binding.is_some_and(|binding| binding.action == Action::Back);
    let stays = context == Context::Unlike && !is_let_be;
    if binding.map(|binding| binding.action) != model.asked && !stays {
        model.asked = None;
    }
    match binding {
        // What was begun is let be; nothing else is.
        Some(binding)
            if matches!(context, Context::View | Context::Unlike)
                && binding.action == Action::Back =>
        {
            Vec::new()
        }
        Some(binding) => perform(model, binding.action, key.digit()),
        None => choose::type_key(model, key),
    }
}

/// Performs a command; `digit` is the digit typed, for the commands that ask which.
pub(super) fn perform(model: &mut Model, action: Action, digit: Option<usize>) -> Vec<Effect> {
    if let Some(why) = allow::why_not(model, action) {
        // What stands in the way is shown, so that the next key can settle it.
        if let Some(id) = allow::in_the_way(model, action) {
            model.mode = Mode::Review;
            model.go_to(id);
        }
        return refuse(model, why);
    }
    match action {
        Action::Move(motion) => travel::scroll(model, motion),
        Action::Go(goal) => travel::go(model, goal),
        Action::Show => look::show(model, digit.unwrap_or(1)),
        Action::Cycle(towards) => look::cycle(model, towards),
        Action::ShowSide(side) => look::show_side(model, side),
        Action::Take => look::take_side(model),
        Action::Accept => decide::accept(model),
        Action::Toggle => decide::toggle(model),
        Action::Reject => decide::reject(model),
        Action::AcceptRest => decide::accept_rest(model),
        Action::RejectRest => decide::reject_rest(model),
        Action::AcceptClear => decide::accept_clear(model),
        Action::KeepOrder => decide::keep_order(model),
        Action::Everywhere => decide::accept_everywhere(model),
        Action::Undo => step::undo(model),
        Action::Redo => step::redo(model),
        Action::ConfirmHidden => decide::confirm_hidden(model),
        Action::Split => split::split_or_join(model),
        Action::ChooseLines => lines::open(model),
        Action::ToggleLine => lines::toggle(model),
        Action::ToggleRun => lines::toggle_run(model),
        Action::TakeLines => lines::take(model),
        Action::ByHand => place::open(model),
        Action::Peak(towards) => place::peak(model, towards),
        Action::PlaceHere => place::take(model),
        Action::Replace => place::replace(model),
        Action::InsertOnly => place::insert_only(model),
        Action::AskAgain => place::ask_again(model),
        Action::GoToLine => open_input(model, Purpose::GoToLine),
        Action::FindLine => open_input(model, Purpose::FindLine),
        Action::Comment => open_input(model, Purpose::Comment),
        Action::Edit => edit::open(model),
        Action::OpenEditor => disk::open_editor(model),
        Action::Target => vec![Effect::Think(JobRequest::List(vec![model.hunk.file]))],
        Action::WidenTarget => choose::widen_target(model),
        Action::PickTarget => choose::pick_target(model),
        Action::Palette => choose::open_palette(model),
        Action::RunCommand => choose::run_command(model),
        // It reads the files itself: nothing may have watched them.
        Action::Rematch => vec![Effect::Think(JobRequest::Rematch(model.targets()))],
        Action::Apply => vec![Effect::Think(JobRequest::Survey)],
        Action::Write => disk::write(model),
        Action::UndoApply if model.asked == Some(Action::UndoApply) => {
            vec![Effect::Think(JobRequest::Reverse)]
        }
        Action::UndoApply => vec![Effect::UndoApply(model.targets())],
        Action::ToggleOption(look) => toggle_option(model, look),
        Action::Fold => {
            fold(model, model.hunk.file);
            Vec::new()
        }
        Action::Filter => travel::filter(model),
        Action::Search => open_input(model, Purpose::Search),
        Action::BeginView => {
            model.viewing = Shown::Yes;
            let cut = model.symbols.cut();
            tell(model, format!("Scroll the cursor line to{cut}"));
            Vec::new()
        }
        Action::Align(edge) => travel::align(model, edge),
        Action::FirstColumn => {
            model.view.left = 0;
            Vec::new()
        }
        Action::SearchHere => travel::search_here(model),
        Action::SearchOn(towards) if matches!(model.mode, Mode::Place(_)) => {
            place::find_on(model, towards)
        }
        Action::SearchOn(towards) => travel::search(model, towards),
        Action::Why => open_page(model, Page::Why),
        Action::Feedback => copy::feedback(model),
        Action::Copy => copy::hunk(model),
        Action::Comments => choose::open_comments(model),
        Action::GoToComment => choose::go_to_comment(model),
        Action::FullDiff => disk::show_full_diff(model),
        Action::LookAgain => disk::look_again(model, digit.unwrap_or(1)),
        Action::SeeDrift => disk::see_drift(model),
        Action::History => open_page(model, Page::History),
        Action::NextTheme => next_theme(model),
        Action::Notes => open_page(model, Page::Notes),
        Action::Help => help::open(model),
        Action::RunKey => help::run(model),
        Action::Back => back(model),
        Action::Submit => choose::submit(model),
        Action::Complete => choose::complete(model),
        Action::Demo => choose::demo(),
        Action::NewLine => choose::break_line(model),
        Action::Quit => quit(model),
        Action::Forget => forget(model),
        Action::Interrupt => vec![Effect::Save, Effect::Quit(Ending::Signal(2))],
        Action::Suspend => vec![Effect::Suspend],
    }
}

/// One step out: a page or picker closes, a chosen side or a looked-at place is let go.
fn back(model: &mut Model) -> Vec<Effect> {
    match &mut model.mode {
        Mode::Review => {
            if let Some(overlap) = &mut model.overlap {
                overlap.chosen = Shown::No;
            }
            model.looked.remove(&model.hunk);
            model.renew();
        }
        Mode::Input(purpose, typed, from) => {
            let draft = (*purpose == Purpose::Comment).then(|| typed.text().to_string());
            model.mode = (**from).clone();
            if let Some(draft) = draft {
                return keep_draft(model, draft);
            }
        }
        Mode::Lines(_) => {
            model.mode = Mode::Review;
            model.renew();
        }
        Mode::Page(_, _, from) => {
            model.mode = (**from).clone();
            if matches!(model.mode, Mode::Apply(_)) {
                return disk::reopen_apply(model);
            }
        }
        Mode::Help(view) => model.mode = (*view.from).clone(),
        Mode::Apply(_) => {
            model.mode = Mode::Review;
            // The colours of what would be written were asked for instead.
            if model.colouring.generation != model.generation {
                let request = model.colour_request();
                return request.map(Effect::Colour).into_iter().collect();
            }
        }
        Mode::Place(_) => {
            model.mode = Mode::Review;
            model.colour_anew();
        }
        Mode::Target(_) | Mode::Comments(_) | Mode::Palette(_) => {
            model.mode = Mode::Review;
        }
        Mode::Written(_) => model.mode = Mode::Review,
        Mode::Start(view) => *view = StartView::default(),
    }
    Vec::new()
}

/// Keeps a comment that was begun and left: nothing that was typed is lost by Esc, nor by what follows it.
fn keep_draft(model: &mut Model, draft: String) -> Vec<Effect> {
    let saved = model.session.comment(model.hunk).unwrap_or_default();
    let draft = Some(draft).filter(|draft| draft != saved);
    if draft.is_some() {
        let again = model.key(Action::Comment);
        tell(model, format!("Draft kept: {again} continues it"));
    }
    model.session.keep_draft(model.hunk, draft);
    vec![Effect::Save]
}

fn open_page(model: &mut Model, page: Page) -> Vec<Effect> {
    model.open_page(page);
    Vec::new()
}

/// Leaves the hunks of a file out of the list, or shows them again.
fn fold(model: &mut Model, file: usize) {
    if !model.folded.remove(&file) {
        model.folded.insert(file);
    }
    model.renew_list();
}

/// Shows the screen in the theme after the one it has.
fn next_theme(model: &mut Model) -> Vec<Effect> {
    let themes = &model.themes;
    let at = themes.iter().position(|theme| *theme == model.theme);
    let next = at.map_or(0, |at| (at + 1) % themes.len());
    let said = format!(
        "theme {}, {} of {}",
        themes[next].name,
        next + 1,
        themes.len()
    );
    model.theme = themes[next].clone();
    tell(model, said);
    Vec::new()
}

/// Leaves: all decisions are saved, and so are comments that were begun. The model reads none of those, so that it is asked once.
fn quit(model: &mut Model) -> Vec<Effect> {
    let drafted = model.session.drafted();
    if drafted.is_empty() || model.asked == Some(Action::Quit) {
        return vec![Effect::Save, Effect::Quit(Ending::Quit)];
    }
    model.asked = Some(Action::Quit);
    let (again, there) = (model.key(Action::Quit), model.key(Action::Comment));
    let on = model.session.names(&drafted);
    refuse(
        model,
        format!("Draft comment on {on}: {again} again quits, {there} continues writing"),
    )
}

/// Leaves and forgets the review, but asks once where something was decided.
fn forget(model: &mut Model) -> Vec<Effect> {
    let n_steps = model.session.resolutions().steps().len();
    if n_steps == 0 || model.asked == Some(Action::Forget) {
        return vec![Effect::Forget, Effect::Quit(Ending::Forgotten)];
    }
    model.asked = Some(Action::Forget);
    let again = model.key(Action::Forget);
    // As the title counts them: a step may decide on many hunks.
    let what = match model.n_decided() {
        0 => "this review".to_string(),
        n => format!("{} decided", counted(n, "hunk")),
    };
    refuse(
        model,
        format!("Press {again} again to quit and forget {what}"),
    )
}

fn open_input(model: &mut Model, purpose: Purpose) -> Vec<Effect> {
    let said = model.session.draft(model.hunk);
    let said = said.or(model.session.comment(model.hunk));
    let said = said.filter(|_| purpose == Purpose::Comment);
    let typed = Typed::new(said.unwrap_or_default());
    let from = Box::new(model.mode.clone());
    model.mode = Mode::Input(purpose, typed, from);
    Vec::new()
}

/// Lays the diff out in another way; the hunk stays in view.
fn toggle_option(model: &mut Model, look: DiffOption) -> Vec<Effect> {
    let columns = match model.reading() {
        Reading::Split => Columns::One,
        Reading::Unified | Reading::Result => Columns::Two,
    };
    let listed = Layout::of(model).list.width > 0;
    let options = &mut model.diff_options;
    match look {
        DiffOption::Columns => {
            options.result = Shown::No;
            options.columns = columns;
        }
        DiffOption::Result => {
            options.result = options.result.other();
            model.renew();
        }
        DiffOption::Wrap => options.wrap = options.wrap.other(),
        DiffOption::Blanks => options.blanks = options.blanks.other(),
        DiffOption::List if listed => options.list = ListShown::Hidden,
        DiffOption::List => options.list = ListShown::Always,
    }
    model.bring_into_view();
    Vec::new()
}
