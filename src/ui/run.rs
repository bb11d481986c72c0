//! The loop: whatever happens arrives in one channel, changes the model, and is drawn once for all that came together.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::Instant;

use anyhow::Context as _;
use signal_hook::consts::{SIGHUP, SIGTSTP};
use signal_hook::low_level;

use super::apart::apart;
use super::arrival::{Arrival, listen_to_signals, msg_of, read_keys};
use super::clicks::Clicks;
use super::drift::Drift;
use super::effect::{self, Effect, carry_out};
use super::ground::{self, Listening};
use super::highlight::{self, Request};
use super::looking::Looker;
use super::model::{Model, Shown, Toast};
use super::msg::Msg;
use super::opening::Opening;
use super::progress::{Progress, TICK};
use super::saving::{Keep, Saver};
use super::surroundings::{clipboard, colours_of, symbols, term};
use super::task::JobRequest;
use super::terminal::{self, Screen};
use super::update::update;
use super::work::{Job, JobKind};
use super::world::{Watching, World};
use super::{Colours, Ending, Options, Outcome, Watch};
use crate::session::Session;

/// All that the loop holds beside the model.
struct Stage {
    screen: Screen,
    world: Arc<dyn World>,
    watch: Watch,
    /// Takes what is to be coloured.
    colouring: Sender<Request>,
    /// Whether colours were asked for since the last frame.
    awaits: Awaits,
    /// Kept as long as the files are watched.
    watching: Option<Box<dyn Watching>>,
    /// Where everything that happens arrives.
    arrivals: Sender<Arrival>,
    /// Lets the reader of keys go on: it rests while the terminal is lent out.
    go_on: Sender<()>,
    /// How many colours it shows.
    colours: Colours,
    /// Whether the terminal is asked what it draws on, so that its answer picks the theme.
    asked: bool,
    clicks: Clicks,
    saver: Saver,
    looker: Looker,
    /// A long work in hand.
    work: Option<Job>,
    /// The drift that is being worked out beside it, if any.
    judging: Arc<Progress>,
}

pub(super) fn run(
    session: Session,
    opening: Option<Opening>,
    world: Arc<dyn World>,
    options: Options,
) -> anyhow::Result<Outcome> {
    let colours = colours_of(options.colours);
    let (arrivals, inbox) = channel();
    let asked = options.theme.is_none() && ground::can_be_asked(colours, &term());
    let listening = if asked {
        Listening::Waiting
    } else {
        Listening::Over
    };
    let go_on = read_keys(arrivals.clone(), listening).context("starting to read keys")?;
    listen_to_signals(arrivals.clone()).context("listening to signals")?;
    let screen = Screen::take(options.mouse).context("opening the terminal")?;
    let theme = match options.theme {
        Some(theme) => theme.fitting(colours),
        None => ground::suited(colours, None),
    };
    let size = screen.size().context("asking the terminal for its size")?;
    let mut model = Model::new(session, theme, size);
    model.title = options.title;
    model.replies = options.replies;
    let themes = options.themes.into_iter();
    model.themes = themes.map(|theme| theme.fitting(colours)).collect();
    model.symbols = symbols();
    model.keys = options.keys;
    model.clipboard = clipboard();
    model.diff_options = options.diff_options;
    model.card = options.card;
    model.bring_into_view();
    model.kept_in = world.kept_in();
    model.editor = Shown::of(world.has_editor());
    model.saved = options.saved;
    model.root = world.root();
    model.undo_command = world.undo_command();
    model.toast = options.greeting.map(Toast::Done);
    let mut stage = Stage {
        screen,
        saver: Saver::start(world.clone(), arrivals.clone()),
        looker: Looker::start(world.clone(), arrivals.clone()),
        world,
        watch: options.watch,
        watching: None,
        colouring: colour(arrivals.clone()),
        awaits: Awaits::Nothing,
        arrivals,
        go_on,
        colours,
        asked,
        clicks: Clicks::default(),
        work: None,
        judging: Arc::default(),
    };
    if let Some(opening) = opening {
        let progress = Some(opening.progress.clone());
        let arrivals = stage.arrivals.clone();
        model.pending = Some(opening.pending.clone());
        let work = Job::start(JobKind::Opening, progress, arrivals, || opening.wait());
        stage.work = Some(work);
    }
    stage.watch_files(&model);
    if let Some(request) = model.colour_request() {
        drop(stage.colouring.send(request));
    }
    let ending = match stage.show(&mut model, &inbox) {
        // Whether it is drawing or reading that finds it out first.
        Err(_) if terminal::is_gone() => Ending::Signal(SIGHUP),
        shown => shown?,
    };
    drop(stage);
    Ok(Outcome {
        ending,
        n_applies: model.session.n_applies(),
        applied: model.applied,
        not_undone: model.not_undone,
        session: model.session,
    })
}

impl Stage {
    /// Draws and takes in what arrives until the person leaves.
    fn show(&mut self, model: &mut Model, inbox: &Receiver<Arrival>) -> anyhow::Result<Ending> {
        // The reader may be gone already when the terminal is; that arrives in the inbox.
        let _ = self.go_on.send(());
        let mut arrived = self.wait_for_ground(inbox)?;
        loop {
            for arrival in arrived.into_iter().chain(inbox.try_iter()) {
                if let Some(ending) = self.take_in(model, arrival)? {
                    return Ok(ending);
                }
            }
            // The size is asked for, not only waited for: it may have changed before anybody listened.
            let (width, height) = self.screen.size().context("asking for the size")?;
            if model.size != (width, height) {
                self.update(model, Msg::Resize(width, height))?;
            }
            for arrival in self.wait_for_colours(inbox) {
                if let Some(ending) = self.take_in(model, arrival)? {
                    return Ok(ending);
                }
            }
            model.watched = self.watching.as_ref().map(|watching| watching.means());
            self.screen.draw(model).context("drawing")?;
            arrived = match self.wait(inbox) {
                Ok(first) => vec![first],
                Err(RecvTimeoutError::Timeout) => vec![self.look_at_work(inbox)],
                Err(RecvTimeoutError::Disconnected) => return Ok(Ending::Quit),
            };
        }
    }

    /// Asks the terminal what it draws on, where that matters, and waits a moment for it or a key: a frame in the other
    /// theme would be seen to change. Returns all that came meanwhile.
    fn wait_for_ground(&mut self, inbox: &Receiver<Arrival>) -> anyhow::Result<Vec<Arrival>> {
        let mut arrived = Vec::new();
        if !self.asked {
            return Ok(arrived);
        }
        self.screen
            .ask(ground::QUESTION)
            .context("asking the terminal what it draws on")?;
        let end = Instant::now() + ground::PATIENCE;
        while let Ok(arrival) = inbox.recv_timeout(end.saturating_duration_since(Instant::now())) {
            let is_over = matches!(
                arrival,
                Arrival::Ground(_) | Arrival::Terminal(_) | Arrival::Gone
            );
            arrived.push(arrival);
            if is_over {
                break;
            }
        }
        Ok(arrived)
    }

    /// Waits a moment for colours that were asked for: a frame without them would be seen to change. Returns all that came
    /// meanwhile.
    fn wait_for_colours(&mut self, inbox: &Receiver<Arrival>) -> Vec<Arrival> {
        let mut arrived = Vec::new();
        if std::mem::take(&mut self.awaits) == Awaits::Nothing {
            return arrived;
        }
        let end = Instant::now() + highlight::PATIENCE;
        while let Ok(arrival) = inbox.recv_timeout(end.saturating_duration_since(Instant::now())) {
            let is_over = !matches!(
                arrival,
                Arrival::Other(Msg::Touched(_)) | Arrival::Looked(_)
            );
            arrived.push(arrival);
            if is_over {
                break;
            }
        }
        arrived
    }

    /// Waits for what comes next; while there is a work, not for long.
    fn wait(&self, inbox: &Receiver<Arrival>) -> Result<Arrival, RecvTimeoutError> {
        match &self.work {
            Some(_) => inbox.recv_timeout(TICK),
            None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
        }
    }

    /// Returns how far the work is.
    fn look_at_work(&self, inbox: &Receiver<Arrival>) -> Arrival {
        let state = self.work.as_ref().map(Job::state);
        // What it said last may have come just now.
        let last = inbox.try_recv().ok();
        last.or(state).unwrap_or(Arrival::Other(Msg::Redraw))
    }

    fn take_in(&mut self, model: &mut Model, arrival: Arrival) -> anyhow::Result<Option<Ending>> {
        let msgs = match arrival {
            Arrival::Terminal(events) => {
                let mut msgs = Vec::new();
                for event in events {
                    let second = self.clicks.second(&event);
                    msgs.extend(msg_of(event).into_iter().chain(second));
                }
                let ending = self.update_all(model, msgs)?;
                let _ = self.go_on.send(());
                return Ok(ending);
            }
            Arrival::Ground(ground) => {
                // Unless the person picked another one meanwhile.
                let is_guessed = model.theme == ground::suited(self.colours, None);
                if is_guessed {
                    model.theme = ground::suited(self.colours, Some(ground));
                }
                return Ok(None);
            }
            Arrival::Other(msg) => {
                if matches!(msg, Msg::Coloured(_)) {
                    self.awaits = Awaits::Nothing;
                }
                vec![msg]
            }
            Arrival::Looked(looked) => vec![self.looker.known(looked)],
            Arrival::Done(done) => {
                let held = self.work.take().into_iter().flat_map(Job::into_held);
                let ended = [Msg::JobProgress(None), done];
                ended.into_iter().chain(held).collect()
            }
            Arrival::Stop => {
                self.suspend()?;
                vec![Msg::Redraw]
            }
            Arrival::Continued => {
                self.screen.retake().context("taking the terminal back")?;
                vec![Msg::Redraw]
            }
            Arrival::Gone => vec![Msg::Signal(SIGHUP)],
        };
        self.update_all(model, msgs)
    }

    /// Takes messages in, one after the other; while there is a work, what it would meet waits.
    fn update_all(&mut self, model: &mut Model, msgs: Vec<Msg>) -> anyhow::Result<Option<Ending>> {
        for msg in msgs {
            let passing = match &mut self.work {
                Some(work) => work.hold(msg, model),
                None => Some(msg),
            };
            let Some(msg) = passing else {
                continue;
            };
            if let Some(ending) = self.update(model, msg)? {
                return Ok(Some(ending));
            }
        }
        Ok(None)
    }

    /// Takes one message in, and carries out what follows from it until nothing does.
    fn update(&mut self, model: &mut Model, msg: Msg) -> anyhow::Result<Option<Ending>> {
        let mut msgs = vec![msg];
        while let Some(msg) = msgs.pop() {
            for effect in update(model, msg) {
                match effect {
                    Effect::Quit(ending) => return Ok(Some(ending)),
                    Effect::Suspend => self.suspend()?,
                    // Without its worker the screen stays plain.
                    Effect::Colour(request) => {
                        drop(self.colouring.send(request));
                        self.awaits = Awaits::Colours;
                    }
                    Effect::Copy(text) => self.screen.copy(&text).context("copying")?,
                    Effect::Watch => self.watch_files(model),
                    Effect::Edit(..) | Effect::OpenEditor(..) => {
                        let world = self.world.clone();
                        let session = &model.session;
                        let done = self.screen.lend(|| carry_out(effect, session, &*world))?;
                        msgs.extend(done);
                    }
                    Effect::Apply(changes, paths) => self.write(JobKind::Writing, move |world| {
                        effect::apply(world, &changes, &paths)
                    }),
                    Effect::ApplySplitting(changes, paths) => {
                        self.write(JobKind::Writing, move |world| {
                            effect::apply_splitting(world, &changes, &paths)
                        });
                    }
                    Effect::UndoApply(paths) => self.write(JobKind::TakingBack, move |world| {
                        effect::take_back(world, &paths)
                    }),
                    Effect::Think(task) => self.think(task, model.session.clone()),
                    Effect::Save => self.saver.keep(Keep::Save(model.session.record())),
                    Effect::Forget => self.saver.keep(Keep::Forget(model.session.record())),
                    Effect::Judge(drift) => self.judge(drift, model.session.clone()),
                    Effect::Look(paths) => self.looker.look(paths),
                    Effect::RememberCard
                    | Effect::Feedback(_)
                    | Effect::Complete(_)
                    | Effect::ReadReply(_) => {
                        msgs.extend(carry_out(effect, &model.session, &*self.world));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Has a write done, which the world tells the progress of.
    fn write(&mut self, doing: JobKind, write: impl FnOnce(&dyn World) -> Msg + Send + 'static) {
        self.looker.work_begins();
        let (world, progress) = (self.world.clone(), self.world.progress());
        let work = move || write(&*world);
        self.work = Some(Job::start(doing, progress, self.arrivals.clone(), work));
    }

    /// Has a long work done that changes nothing but the review.
    fn think(&mut self, task: JobRequest, copy: Session) {
        self.looker.work_begins();
        let doing = JobKind::of(&task);
        let (world, progress) = (self.world.clone(), Arc::new(Progress::default()));
        let told = Some(progress.clone());
        let work = move || task.carry_out(&*world, copy, &progress);
        self.work = Some(Job::start(doing, told, self.arrivals.clone(), work));
    }

    /// Has worked out what a drift means, while the review goes on. What an earlier one means nobody asks any more.
    fn judge(&mut self, drift: Drift, copy: Session) {
        self.judging.stop();
        self.judging = Arc::default();
        let (arrivals, judging) = (self.arrivals.clone(), self.judging.clone());
        apart(move || {
            if let Some(judged) = drift.judged(&copy, &*judging) {
                // Nobody listens any more once the screen has closed.
                let _ = arrivals.send(Arrival::Other(Msg::Judged(judged)));
            }
        });
    }

    fn watch_files(&mut self, model: &Model) {
        if self.watch == Watch::Off {
            return;
        }
        let arrivals = self.arrivals.clone();
        let tell = Box::new(move |paths| {
            // Nobody listens any more once the screen has closed.
            let _ = arrivals.send(Arrival::Other(Msg::Touched(paths)));
        });
        self.watching = self.world.watch(&model.targets(), tell);
    }

    /// Gives the terminal back and stops, until the shell lets the program go on.
    fn suspend(&mut self) -> anyhow::Result<()> {
        // Its threads stop as well, and it may never go on: what was decided is on the disk before.
        self.saver = Saver::start(self.world.clone(), self.arrivals.clone());
        let stopped = self
            .screen
            .lend(|| low_level::emulate_default_handler(SIGTSTP));
        stopped
            .context("taking the terminal back")?
            .context("suspending")
    }
}

/// What the next frame should have, if it comes soon.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Awaits {
    #[default]
    Nothing,
    Colours,
}

/// Finds the colours of the language in a thread of its own. Where the system has none left, nobody hears the requests.
fn colour(arrivals: Sender<Arrival>) -> Sender<Request> {
    let (requests, inbox) = channel();
    let _ = Builder::new().spawn(move || {
        highlight::work(&inbox, |colouring| {
            // Nobody listens any more once the screen has closed.
            let _ = arrivals.send(Arrival::Other(Msg::Coloured(colouring)));
        });
    });
    requests
}
