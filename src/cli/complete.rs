//! `complete`: the words that only the reply knows, its hunks and their places, and the values that a table lists. The scripts
//! of `completions` ask for them; where the line so far says too little, there are none.

mod script;

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::Context;
use clap::builder::PossibleValue;
use clap::{Arg, Parser};

use crate::patch::HunkId;
use crate::plan::{HunkPlan, State};
use crate::report::Exit;
use crate::session::Session;
use crate::text::display::display_line;
use crate::text::heading;
use crate::workspace::{ReplySource, read_reply};

pub(super) use self::script::script;
use super::args::{Cli, Command, ReadArgs};
use super::{open, output};

/// The most places that are named of one hunk: those that the screen's digits reach.
const N_PLACES: usize = 9;

/// What a word is to name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// A hunk.
    Hunk,
    /// A hunk and where it goes.
    Place,
    /// Two hunks that overlap, and which of them stays.
    Overlap,
    /// A hunk and its file.
    Target,
    /// A hunk and something that only the person knows.
    Given,
    /// A hunk that is on disk already.
    OnDisk,
}

/// The flags whose values name hunks.
static FLAGS: &[(&str, Wanted)] = &[
    ("--choose", Wanted::Place),
    ("--lines", Wanted::Given),
    ("--edit", Wanted::Given),
    ("--reject", Wanted::Hunk),
    ("--overlap", Wanted::Overlap),
    ("--target", Wanted::Target),
    ("--keep", Wanted::OnDisk),
];

/// A word, and what it stands for.
type Suggestion = (String, String);

/// Prints what the last of `words` may become, a line each: the word, a tab, and what it stands for.
pub(crate) fn run(mut words: Vec<OsString>, is_next: bool) -> anyhow::Result<Exit> {
    if is_next {
        words.push(OsString::new());
    }
    let words = &words;
    let known = of_argument(words).or_else(|| of_flag(words));
    let known = known.or_else(|| suggestions(words));
    let lines = known.unwrap_or_default().into_iter();
    let lines: String = lines
        .map(|(word, about)| format!("{word}\t{about}\n"))
        .collect();
    output::print(lines).context("printing what may come next")?;
    Ok(Exit::Done)
}

/// Returns the values that the argument of a command may have; `None` where it may have any.
fn of_argument(words: &[OsString]) -> Option<Vec<Suggestion>> {
    let [name, begun] = words else {
        return None;
    };
    let command = super::command();
    let values = values(&command, command.find_subcommand(name)?);
    begun_so(values, begun.to_str()?)
}

/// Returns the values that the flag of the last word, or right before it, may have; `None` where it may have any.
fn of_flag(words: &[OsString]) -> Option<Vec<Suggestion>> {
    let (last, before) = words.split_last()?;
    let last = last.to_str()?;
    let (flag, begun) = match last.split_once('=') {
        Some(in_word) => in_word,
        None => (before.last()?.to_str()?, last),
    };
    let program = super::command();
    let command = before.iter().find_map(|word| program.find_subcommand(word));
    let mut flags = command.unwrap_or(&program).get_arguments();
    let name = flag.strip_prefix("--")?;
    let flag = flags.find(|it| it.get_long() == Some(name) && it.get_action().takes_values())?;
    begun_so(of_table(flag).collect(), begun)
}

/// Returns the values that begin so; `None` where there are none.
fn begun_so(mut values: Vec<Suggestion>, begun: &str) -> Option<Vec<Suggestion>> {
    values.retain(|(value, _)| value.starts_with(begun));
    (!values.is_empty()).then_some(values)
}

fn values(program: &clap::Command, command: &clap::Command) -> Vec<Suggestion> {
    // The names of commands are known once all are defined.
    if command.get_name() == "man" {
        let visible = program.get_subcommands().filter(|it| !it.is_hide_set());
        let about = |it: &clap::Command| it.get_about().map_or(String::new(), ToString::to_string);
        return visible
            .map(|it| (it.get_name().to_string(), about(it)))
            .collect();
    }
    let argument = command.get_positionals().next();
    argument.into_iter().flat_map(of_table).collect()
}

/// Returns the values that the table of an argument lists.
fn of_table(argument: &Arg) -> impl Iterator<Item = Suggestion> + use<> {
    let about = |it: &PossibleValue| it.get_help().map_or(String::new(), ToString::to_string);
    let values = argument.get_possible_values().into_iter();
    values.map(move |it| (it.get_name().to_string(), about(&it)))
}

fn wanted(flag: &str) -> Option<Wanted> {
    let row = FLAGS.iter().find(|(name, _)| *name == flag)?;
    Some(row.1)
}

/// Returns what the last word may become; `None` where it names no hunk, or the reply cannot be read.
fn suggestions(words: &[OsString]) -> Option<Vec<Suggestion>> {
    let (begun, before) = words.split_last()?;
    let begun = begun.to_str()?;
    let in_word = begun.split_once('=');
    let in_word = in_word.and_then(|(flag, value)| Some((wanted(flag)?, value)));
    let (wanted, begun, before) = match (in_word, before.split_last()) {
        (Some((wanted, value)), _) => (wanted, value, before),
        (None, Some((flag, rest))) if flag.to_str().is_some_and(|it| wanted(it).is_some()) => {
            (wanted(flag.to_str()?)?, begun, rest)
        }
        (None, _) => (Wanted::Hunk, begun, before),
    };
    let is_of_flag = before.len() + 1 < words.len() || in_word.is_some();
    let line = std::iter::once(OsString::from("hunkwise")).chain(before.iter().cloned());
    let cli = Cli::try_parse_from(line).ok()?;
    let (patches, reading) = patches(&cli, is_of_flag)?;
    let session = session(&patches, reading)?;
    let hunks = session.plan().hunks();
    let suggested = hunks.flat_map(|hunk| of_hunk(&session, hunk, wanted));
    Some(suggested.filter(|it| it.0.starts_with(begun)).collect())
}

/// Returns the patches that a line names, and how they are read; without a flag, only `explain` takes a hunk.
fn patches(cli: &Cli, is_of_flag: bool) -> Option<(Vec<PathBuf>, &ReadArgs)> {
    let one = |patch: &Option<PathBuf>| Some(vec![patch.clone()?]);
    if !is_of_flag && !matches!(&cli.command, Some(Command::Explain(args)) if args.hunk.is_none()) {
        return None;
    }
    match &cli.command {
        Some(Command::Explain(args)) => Some((one(&args.patch)?, &args.reading)),
        None => Some((cli.review.patches.patches.clone(), &cli.review.reading)),
        Some(Command::Review(args)) => Some((args.patches.patches.clone(), &args.reading)),
        Some(Command::Check(args)) => Some(headless(&args.headless)),
        Some(Command::Apply(args)) => Some(headless(&args.headless)),
        Some(Command::Convert(args)) => Some((one(&args.patch)?, &args.reading)),
        Some(_) => None,
    }
}

fn headless(args: &super::args::HeadlessArgs) -> (Vec<PathBuf>, &ReadArgs) {
    (args.patches.patches.clone(), &args.reading)
}

/// Matches what the files hold; a pipe is left to the command itself.
fn session(patches: &[PathBuf], reading: &ReadArgs) -> Option<Session> {
    let mut reply = Vec::new();
    for patch in patches {
        if !reply.is_empty() && !reply.ends_with(b"\n") {
            reply.push(b'\n');
        }
        reply.extend(read_reply(ReplySource::RegularFile(patch), reading.limit).ok()?);
    }
    let workspace = open::workspace(reading).ok()?;
    open::matched(reply, reading, &workspace).ok()
}

fn of_hunk(session: &Session, hunk: &HunkPlan, wanted: Wanted) -> Vec<Suggestion> {
    let id = session.label(hunk.id);
    let path = crate::report::file_name(session, hunk.id.file);
    let about = format!("{path}, {}", hunk.state.name());
    match wanted {
        Wanted::Hunk => vec![(id, about)],
        Wanted::Place => places(session, hunk, &path),
        Wanted::Overlap => overlaps(session, hunk),
        Wanted::Given => vec![(format!("{id}="), about)],
        Wanted::Target => {
            let close = session.close_paths(hunk.id.file);
            let plain = close.iter().map(|path| path.to_text());
            let plain = plain.filter(|path| is_plain(path));
            let mut named: Vec<Suggestion> = plain
                .map(|path| (format!("{id}={path}"), about.clone()))
                .collect();
            if named.is_empty() {
                named.push((format!("{id}="), about));
            }
            named
        }
        Wanted::OnDisk => {
            let is_there = hunk.state.is_there();
            is_there.then_some((id, about)).into_iter().collect()
        }
    }
}

/// Returns whether a path is one word to every shell: what is suggested is put on the line as it is, and a tree may hold names
/// that a shell would run.
fn is_plain(path: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || "_-./+@%,".contains(c);
    path.chars().all(is_part) && display_line(path.as_bytes()) == *path
}

fn places(session: &Session, hunk: &HunkPlan, path: &str) -> Vec<Suggestion> {
    let id = session.label(hunk.id);
    let snapshot = session.plan().files[hunk.id.file].snapshot.as_ref();
    let text = snapshot.and_then(|snapshot| snapshot.text());
    let Some((text, found)) = text.zip(session.found(hunk.id)) else {
        return Vec::new();
    };
    let listed = found.candidates.iter().filter(|place| !place.is_no_match());
    let mut named: Vec<Suggestion> = listed
        .take(N_PLACES)
        .map(|place| {
            let line = place.span.start + 1;
            let within = heading::enclosing_path(text, place.first_changed());
            let within = within.map_or(String::new(), |within| format!(", in `{within}`"));
            (
                format!("{id}={line}"),
                format!("{path} line {line}{within}"),
            )
        })
        .collect();
    let n_tied = found.tied().len();
    if n_tied > 1 {
        named.push((format!("{id}=all"), format!("{path}, all {n_tied} places")));
    }
    named
}

fn overlaps(session: &Session, hunk: &HunkPlan) -> Vec<Suggestion> {
    let State::Overlap(with) = &hunk.state else {
        return Vec::new();
    };
    let id = session.label(hunk.id);
    let others = with.iter().filter(|other| **other > hunk.id.hunk);
    let pairs = others.map(|other| {
        session.label(HunkId {
            hunk: *other,
            ..hunk.id
        })
    });
    let ways = [
        ("first", "the first alone"),
        ("second", "the second alone"),
        ("both", "both, the first one's lines first"),
        ("reversed", "both, the second one's lines first"),
        ("neither", "neither"),
    ];
    pairs
        .flat_map(|other| {
            let id = &id;
            ways.map(|(keep, about)| (format!("{id},{other}={keep}"), about.to_string()))
        })
        .collect()
}
