//! What stays out, by reason: hunks of a file that stay out for the same one are told together.

use std::collections::{BTreeMap, BTreeSet};

use unicode_width::UnicodeWidthStr;

use super::super::super::allow::done_words;
use super::super::super::model::{LeftOut, Model};
use super::super::super::theme::Role;
use super::super::line::{Line, cut_end, cut_front};
use super::super::patch::path_of;
use super::super::reasons::why_stuck;
use super::super::rows::Rows;
use super::{LOW, whole_act};
use crate::patch::HunkId;
use crate::plan::{Decision, State};

/// What the numbers of hunks, and the path of their file, take at most where the reasons need the room.
const NAMES: usize = 22;
const PATH: usize = 34;

/// As many groups are measured as a screen can hold.
const MOST: usize = 200;

/// Groups the hunks that are not written, in the patch's order, by file and reason; the parts that were not read are last.
pub(in crate::ui) fn groups(model: &Model, left_out: &[HunkId]) -> Vec<LeftOut> {
    let mut groups: Vec<(usize, String, Vec<usize>)> = Vec::new();
    let mut known: BTreeMap<(usize, String), usize> = BTreeMap::new();
    let mut in_part: BTreeSet<(usize, String)> = BTreeSet::new();
    for id in left_out {
        let number = model.session.number(*id);
        let why = why(model, *id);
        if matches!(model.session.plan().hunk(*id).decision, Decision::Lines(_)) {
            in_part.insert((id.file, why.clone()));
        }
        let at = *known.entry((id.file, why.clone())).or_insert(groups.len());
        match groups.get_mut(at) {
            Some((_, _, numbers)) => numbers.push(number),
            None => groups.push((id.file, why, vec![number])),
        }
    }
    let groups = groups.into_iter();
    let groups = groups.map(|(file, why, numbers)| LeftOut {
        in_part: in_part.contains(&(file, why.clone())),
        hunks: names(&numbers),
        path: path_of(model, file),
        // What is counted is counted of each hunk.
        why: match numbers.len() > 1
            && why.contains(|c: char| c.is_ascii_digit())
            && in_part.contains(&(file, why.clone()))
        {
            true => format!("each: {why}"),
            false => why,
        },
    });
    groups.chain(unread(model)).collect()
}

/// Returns the parts of the reply that could not be read: nothing of them is written.
fn unread(model: &Model) -> impl Iterator<Item = LeftOut> {
    model.session.unread().map(|part| LeftOut {
        in_part: false,
        hunks: "not read".to_string(),
        path: model.line_of_reply(part.span.start),
        why: part.unread().unwrap_or_default().to_string(),
    })
}

/// How wide the columns of the hunks and of the paths are.
#[derive(Debug, Clone, Copy)]
struct Columns {
    hunks: usize,
    path: usize,
}

impl Columns {
    /// Measures groups: nothing is cut where all fits.
    fn of(groups: &[LeftOut], width: usize) -> Columns {
        let widest = |of: fn(&LeftOut) -> &str| {
            let groups = groups.iter().take(MOST);
            groups.map(|group| of(group).width()).max().unwrap_or(0)
        };
        let (hunks, path) = (widest(|it| &it.hunks), widest(|it| &it.path));
        // The blanks before and between the columns.
        let room = width.saturating_sub(8 + widest(|it| &it.why));
        let path = path.min(room.saturating_sub(hunks.min(NAMES)).max(PATH));
        let hunks = hunks.min(room.saturating_sub(path).max(NAMES));
        Columns { hunks, path }
    }
}

/// Adds the hunks that are written in part, then those that are not at all, each under a heading.
pub(in super::super) fn add_rows<'a>(
    rows: Rows<'a>,
    model: &'a Model,
    groups: &'a [LeftOut],
) -> Rows<'a> {
    let columns = Columns::of(groups, usize::from(model.size.0));
    let (some, none): (Vec<&LeftOut>, Vec<&LeftOut>) =
        groups.iter().partition(|group| group.in_part);
    let headed = [(" Only in part:", some), (" Not written:", none)];
    let headed = headed.into_iter().filter(|(_, groups)| !groups.is_empty());
    headed.fold(rows, |rows, (words, groups)| {
        let heading = Line::new().add(words, model.theme.style(Role::Heading));
        let n_groups = groups.len();
        let rows = rows.lines(vec![heading]);
        let rows = match n_groups {
            // A long reason continues in its column.
            0..=MOST => {
                let lines = groups.iter().map(|group| line(model, group, columns));
                let set_in = 8 + columns.hunks + columns.path;
                let width = usize::from(model.size.0);
                let folded = lines.flat_map(|line| line.folded(width, set_in));
                rows.lines(folded.collect())
            }
            _ => rows.many(n_groups, move |at, _| line(model, groups[at], columns)),
        };
        match model.size.1 {
            ..LOW => rows,
            _ => rows.lines(vec![Line::new()]),
        }
    })
}

/// Draws a group: its hunks, their file, and why they stay out.
fn line(model: &Model, group: &LeftOut, columns: Columns) -> Line {
    let (text, muted) = (
        model.theme.style(Role::Text),
        model.theme.style(Role::Muted),
    );
    let cut = model.symbols.cut();
    let hunks = cut_end(&group.hunks, columns.hunks, cut);
    let path = cut_front(&group.path, columns.path, cut);
    Line::new()
        .add("    ", text)
        .add(&hunks, text)
        .pad_to(6 + columns.hunks, text)
        .add(&path, muted)
        .pad_to(8 + columns.hunks + columns.path, muted)
        .add(&group.why, text)
}

/// Names hunks by their numbers, which are sorted: `hunks 4, 6-9`.
pub(in super::super) fn names(numbers: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            Some(_) | None => runs.push((*number, *number)),
        }
    }
    let run = |(first, last): &(usize, usize)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    };
    let runs: Vec<String> = runs.iter().map(run).collect();
    let hunks = if numbers.len() == 1 { "hunk" } else { "hunks" };
    format!("{hunks} {}", runs.join(", "))
}

/// Says why a hunk stays out.
fn why(model: &Model, id: HunkId) -> String {
    let hunk = model.session.plan().hunk(id);
    match (&hunk.decision, &hunk.state) {
        (Decision::Lines(_), _) => {
            let part = model.session.in_part(id);
            part.map(|part| part.words()).unwrap_or_default()
        }
        (Decision::Rejected { why: Some(why) }, _) => {
            format!("rejected: {}", why.lines().collect::<Vec<_>>().join(" "))
        }
        (Decision::Rejected { why: None }, _) => "rejected".to_string(),
        (_, State::AlreadyApplied) if model.session.is_written(id) => "already written".to_string(),
        (_, State::AlreadyApplied) => done_words(model, id).to_string(),
        (_, State::NoOp) => "changes nothing here".to_string(),
        (_, State::Skipped) => "binary file, left alone".to_string(),
        (Decision::Accepted | Decision::Undecided, State::Placed) if model.hides(hunk) => {
            "adds hidden text, not allowed".to_string()
        }
        (Decision::Accepted | Decision::Undecided, State::Placed) => match whole_act(model, id) {
            Some(act) => format!("undecided: {act}"),
            None => "undecided".to_string(),
        },
        (Decision::Accepted | Decision::Undecided, _) => why_stuck(model, id).unwrap_or_default(),
    }
}
