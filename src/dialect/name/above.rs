//! What the lines above a block say of it: which file it is of, and what it is for.

use std::cell::OnceCell;

use bstr::{BStr, ByteSlice};

use super::naming::{How, Lead, Naming, naming};
use super::spelling::{self, Spelt};
use crate::dialect::walk::fence::Fence;
use crate::dialect::walk::line::Line;
use crate::dialect::words::aside;
use crate::dialect::words::long_line;
use crate::dialect::words::prose;
use crate::dialect::words::purpose::Purpose;
use crate::dialect::words::subject::{self, Subject};
use crate::dialect::words::together;
use crate::dialect::words::tongue;
use crate::text::Trim;

/// How many lines with text above a block are searched for a path that is all of its line.
const REACH: usize = 8;

/// How many lines above a heading are searched for the one that it belongs to.
const REACH_OF_CHAPTER: usize = 40;

/// How many lines with text above a block are searched for a sentence that holds a path.
const REACH_OF_SENTENCES: usize = 3;

/// Which names count as paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    /// Whatever is spelt as a path: the block says by itself that it is an edit.
    Any,
    /// Only what is plainly a file.
    OfFiles,
    /// The same, and whatever is all of its line and has a folder: the block is a program, which may have no ending.
    OfPrograms,
}

/// Reads the lines `from..start`, the nearest first. A request that names a path goes first, then a line that is only a
/// path, then a sentence that holds one.
pub(super) fn lead(lines: &[Line<'_>], from: usize, start: usize, names: Names) -> Lead {
    let above = Above::new(lines, from, start, names);
    let Some(lead_in) = above.near.first().copied() else {
        return Lead {
            naming: None,
            purpose: Purpose::Silent,
            kept: None,
            is_announced: false,
        };
    };
    let purpose = above.purpose(lead_in);
    let naming = above.naming(lead_in, purpose);
    let may_be_longer = naming.as_ref().is_some_and(|it| {
        it.how == How::Amid && spelling::may_begin_earlier(above.body(it.line), it.path.as_bstr())
    });
    Lead {
        naming,
        // What is asked to be made may be a file of a longer name: only one that is there is meant for sure.
        purpose: if purpose == Purpose::Creates && may_be_longer {
            Purpose::Changes
        } else {
            purpose
        },
        kept: None,
        is_announced: above.is_announced(lead_in),
    }
}

/// The lines with text above a block, each read once however often it is asked about.
struct Above<'a> {
    lines: &'a [Line<'a>],
    /// Text above this line belongs to something else.
    from: usize,
    names: Names,
    /// The lines that count, the nearest first.
    near: Vec<usize>,
    alone: Vec<OnceCell<Option<Spelt>>>,
    amid: Vec<OnceCell<Option<Spelt>>>,
}

impl<'a> Above<'a> {
    fn new(lines: &'a [Line<'a>], from: usize, start: usize, names: Names) -> Above<'a> {
        let near = near(lines, from, start);
        Above {
            lines,
            from,
            names,
            alone: vec![OnceCell::new(); near.len()],
            amid: vec![OnceCell::new(); near.len()],
            near,
        }
    }

    fn body(&self, at: usize) -> &'a BStr {
        long_line::last_part(self.lines[at].body)
    }

    fn nth(&self, at: usize) -> usize {
        let nth = self.near.iter().position(|other| *other == at);
        nth.expect("only these lines are asked about")
    }

    /// Returns the path that is all of a line.
    fn alone(&self, at: usize) -> Option<Spelt> {
        let read = || {
            let is_program = |spelt: &Spelt| {
                let is_meant = self.names == Names::OfPrograms || spelt.remark == Purpose::Creates;
                is_meant && spelt.path.contains(&b'/')
            };
            let spelt = spelling::alone(self.body(at))
                .filter(|spelt| self.counts(spelt) || is_program(spelt))?;
            (!is_listed(self.lines, self.from, at)).then_some(spelt)
        };
        self.alone[self.nth(at)].get_or_init(read).clone()
    }

    /// Returns the path that a sentence holds: the only one, or the one that it is about.
    fn amid(&self, at: usize) -> Option<Spelt> {
        let body = self.body(at);
        let changed = || {
            let several = spelling::several(body);
            let mut changed = several
                .into_iter()
                .filter(|it| subject::of(body, it.path.as_bstr()) == Subject::Changed);
            let only = changed.next().filter(|_| changed.next().is_none());
            only.filter(|_| !together::adds_file(body))
        };
        let together = || {
            let (first, said) = together::first_of_several(body)?;
            let counts = said == Subject::Changed || self.names == Names::Any;
            spelling::one_of_several(first).filter(|_| counts)
        };
        let may_be_program = |spelt: &Spelt| {
            self.names == Names::OfPrograms && is_below_folder(&spelt.path) && spelt.cited.is_none()
        };
        let read = || {
            // Only one of several may be in backticks.
            let spelt = together()
                .or_else(|| spelling::amid(body))
                .or_else(changed)
                .or_else(|| last_made(body))
                .or_else(|| aside::main_file(body))?;
            let is_other = prose::is_command(body) || is_listed(self.lines, self.from, at);
            ((self.counts(&spelt) || may_be_program(&spelt)) && !is_other).then_some(spelt)
        };
        self.amid[self.nth(at)].get_or_init(read).clone()
    }

    fn counts(&self, spelt: &Spelt) -> bool {
        self.names == Names::Any || spelt.is_of_file()
    }

    /// Returns what the words say of the block, by the file that they name as well.
    fn purpose(&self, lead_in: usize) -> Purpose {
        let said = self.said();
        let body = self.body(lead_in);
        let named = || self.amid(lead_in);
        let says = |is: fn(&BStr, &BStr) -> bool| {
            named().is_some_and(|spelt| is(body, spelt.path.as_bstr()))
        };
        let may_be_new = matches!(said, Purpose::Silent | Purpose::Changes);
        let is_new = || {
            let named = named().filter(|_| prose::leads_on(body));
            let is_made = |spelt: &Spelt| last_made(body).as_ref() == Some(spelt);
            named
                .is_some_and(|spelt| subject::is_new(body, spelt.path.as_bstr()) || is_made(&spelt))
        };
        // `After starting a.rs:` has the word by which a changed block is led over to.
        let may_be_run = said == Purpose::Silent
            || said == Purpose::Changes && body.trimmed_end().ends_with(b"`:");
        let is_of_program = matches!(said, Purpose::Outputs | Purpose::Runs);
        // A word of talk elsewhere in the sentence: the file shows what is meant.
        let may_be_given = is_of_program || said == Purpose::Shows;
        let leaves_open = || named().is_some() && prose::leaves_open(prose::last_sentence(body));
        if may_be_new && is_new() || said == Purpose::Silent && self.is_headed_by_new() {
            Purpose::Creates
        } else if is_of_program && says(subject::is_handed_over) {
            Purpose::Changes
        } else if may_be_given && (says(subject::is_given) || leaves_open()) {
            Purpose::Doubtful
        } else if may_be_run && says(subject::is_run) {
            Purpose::Outputs
        } else {
            said
        }
    }

    /// Returns whether a heading calls its file new: `## New file `a.py`` counts for the block below it, also with a sentence
    /// between that says what it is for.
    fn is_headed_by_new(&self) -> bool {
        let mut near = self.near.iter().copied().take(REACH_OF_SENTENCES);
        let heading = near.find(|at| is_heading(self.body(*at)));
        heading.is_some_and(|at| {
            tongue::purpose_above(self.body(at)) == Purpose::Creates && self.amid(at).is_some()
        })
    }

    /// Returns what the words say of the block: the sentence that leads over to it, the remark beside its path, or the heading
    /// above, where that says that the block is only talk.
    fn said(&self) -> Purpose {
        let first = self.near.first();
        let remark = first.and_then(|at| self.alone(*at));
        let remark = remark.map_or(Purpose::Silent, |spelt| spelt.remark);
        if remark != Purpose::Silent {
            return remark;
        }
        let is_led = |at: &usize| {
            let text = self.body(*at).trimmed_end();
            first == Some(at) || text.ends_with(b":") || text.ends_with("：".as_bytes())
        };
        let mut words = self
            .near
            .iter()
            .copied()
            .filter(|at| self.alone(*at).is_none());
        let said = words.next().filter(is_led).map_or(Purpose::Silent, |at| {
            let said = tongue::purpose_above(prose::last_sentence(self.body(at)));
            match first != Some(&at) && said == Purpose::Shows {
                true => Purpose::Doubtful,
                false => said,
            }
        });
        if said != Purpose::Silent {
            return said;
        }
        let heading = self
            .near
            .iter()
            .copied()
            .find(|at| is_heading(self.body(*at)));
        heading
            .filter(|at| self.alone(*at).is_none())
            .map(|at| tongue::purpose_above(self.body(at)))
            .filter(|purpose| purpose.is_talk())
            .unwrap_or(Purpose::Silent)
    }

    /// Returns the path that names the file of the block.
    fn naming(&self, lead_in: usize, purpose: Purpose) -> Option<Naming> {
        let is_alone = self.alone(lead_in).is_some();
        let requested = self.requested(lead_in, purpose).filter(|_| !is_alone);
        let naming = requested
            .as_ref()
            .and_then(|requested| self.headed(lead_in, requested))
            .or(requested)
            .or_else(|| self.led(lead_in).filter(|_| !is_alone))
            .or_else(|| self.standing(lead_in))
            .or_else(|| self.spoken())?;
        let is_one_of_several = naming.is_one_of_several
            || self.is_shared(lead_in, &naming)
            || naming.how == How::Amid && together::adds_file(self.body(naming.line));
        Some(Naming {
            is_one_of_several,
            ..naming
        })
    }

    /// Returns the path in the sentence that leads over to the block, where that asks for a change.
    fn requested(&self, lead_in: usize, purpose: Purpose) -> Option<Naming> {
        let body = self.body(lead_in);
        // Whoever asks for a program or a hook may give it a name without an ending.
        let is_made = |spelt: &Spelt| {
            let is_hook = spelt.path.starts_with(b".") && purpose == Purpose::Creates;
            let is_program = self.names == Names::OfPrograms && purpose.asks_for_a_change();
            (is_hook || is_program) && is_below_folder(&spelt.path)
        };
        let made =
            || spelling::amid(body).filter(|spelt| self.names != Names::Any && is_made(spelt));
        let spelt = self.amid(lead_in).filter(|_| purpose.asks_for_a_change());
        let spelt = spelt.or_else(made)?;
        // A new file that is named without its folder lies in the one that the sentence says.
        let is_bare = purpose == Purpose::Creates && !spelt.path.contains(&b'/');
        let folder = is_bare.then(|| spelling::folder_of(body, &spelt.path));
        let path = match folder.flatten() {
            Some(folder) => [&folder.path[..], b"/", &spelt.path].concat().into(),
            None => spelt.path,
        };
        Some(naming(Spelt { path, ..spelt }, lead_in, How::Amid))
    }

    /// Returns the nearest path that is all of its line. A command's name is no file's, however it is spelt.
    fn standing(&self, lead_in: usize) -> Option<Naming> {
        let mut near = self.near.iter().copied();
        let at = near.find(|at| self.alone(*at).is_some())?;
        let body = self.body(at);
        let is_run = prose::is_command(body) && at == lead_in;
        let naming = Naming {
            is_one_of_several: together::adds_file(body),
            ..naming(self.alone(at)?, at, How::Alone)
        };
        Some(naming).filter(|_| !is_run)
    }

    /// Returns the path in one of the nearest sentences.
    fn spoken(&self) -> Option<Naming> {
        let mut sentences = self.near.iter().copied().take(REACH_OF_SENTENCES);
        sentences.find_map(|at| Some(naming(self.amid(at)?, at, How::Amid)))
    }

    /// Returns the path that stands above the sentence that asks: one that only speaks of another file takes no block away from
    /// it.
    fn headed(&self, lead_in: usize, requested: &Naming) -> Option<Naming> {
        let said = subject::of(self.body(lead_in), requested.path.as_bstr());
        let standing = self.standing(lead_in);
        let standing = standing.filter(|it| it.path != requested.path)?;
        let rival = (said == Subject::Unclear).then(|| requested.path.clone());
        (said != Subject::Changed).then_some(Naming { rival, ..standing })
    }

    /// Returns the file that a sentence below another path leads over to, though it asks for nothing: `In b.rs:`.
    fn led(&self, lead_in: usize) -> Option<Naming> {
        let body = self.body(lead_in);
        let spelt = self.amid(lead_in).filter(|_| prose::leads_on(body))?;
        let standing = self.standing(lead_in);
        let standing = standing.filter(|it| it.path != spelt.path)?;
        match subject::of(body, spelt.path.as_bstr()) {
            Subject::Changed => Some(naming(spelt, lead_in, How::Amid)),
            Subject::Unclear => Some(Naming {
                rival: Some(spelt.path),
                ..standing
            }),
            Subject::Compared => None,
        }
    }

    /// Returns whether two files are meant: `### a.rs` and then "`b.rs` needs it too:", with no block of the first between.
    fn is_shared(&self, lead_in: usize, naming: &Naming) -> bool {
        let is_led = naming.how == How::Amid && naming.line == lead_in;
        let is_other = || {
            let standing = self.standing(lead_in);
            standing.is_some_and(|it| it.path != naming.path)
        };
        is_led && together::shares(self.body(lead_in), naming.path.as_bstr()) && is_other()
    }

    /// Returns whether the words above a path that is all of its line only announce what the reply changes.
    fn is_announced(&self, lead_in: usize) -> bool {
        let words = self.near.get(1).filter(|at| self.alone(**at).is_none());
        self.alone(lead_in).is_some()
            && words.is_some_and(|at| prose::announces(prose::last_sentence(self.body(*at))))
    }
}

/// Reads the last of several files that a sentence names, where it leads over to that one by asking to make it: `Delete a.rs
/// and create b.rs:`.
fn last_made(line: &BStr) -> Option<Spelt> {
    let last = spelling::several(line).pop()?;
    let begin = line.rfind(&last.path)?;
    let joints = [", ", "; ", " and "].iter();
    let joint = joints.filter_map(|joint| Some(line[..begin].rfind(joint)? + joint.len()));
    let clause = line[joint.max()?..].as_bstr();
    let behind = &line[begin + last.path.len()..];
    let is_end = !behind.iter().any(u8::is_ascii_alphanumeric);
    let makes = || tongue::purpose_above(clause) == Purpose::Creates;
    (is_end && prose::leads_on(line) && makes()).then_some(last)
}

/// Returns whether a path leads from the root through a folder.
fn is_below_folder(path: &[u8]) -> bool {
    path.contains(&b'/') && !path.starts_with(b"/") && !path.ends_with(b"/")
}

/// Returns the lines with text above line `start`, the nearest first: no further than a fence, or than a heading that names
/// no file.
fn near(lines: &[Line<'_>], from: usize, start: usize) -> Vec<usize> {
    let mut near = Vec::new();
    let with_text = (from..start).rev().filter(|at| !lines[*at].is_blank());
    for at in with_text.take(REACH) {
        let body = lines[at].body;
        if Fence::open(body, 0).is_some() {
            break;
        }
        near.push(at);
        if is_heading(body) {
            near.extend(chapter(lines, from, at));
            break;
        }
    }
    near
}

/// Returns the heading that the one at line `at` belongs to, where it is a path: `## src/a.rs` above `### The loop`.
fn chapter(lines: &[Line<'_>], from: usize, at: usize) -> Option<usize> {
    let level = |at: usize| {
        lines[at]
            .body
            .iter()
            .take_while(|byte| **byte == b'#')
            .count()
    };
    if spelling::alone(lines[at].body).is_some_and(|spelt| spelt.is_of_file()) {
        return None;
    }
    let above = (from..at).rev().take(REACH_OF_CHAPTER);
    let mut above = above.take_while(|above| Fence::open(lines[*above].body, 0).is_none());
    let above = above.find(|above| is_heading(lines[*above].body) && level(*above) < level(at))?;
    let named = spelling::alone(lines[above].body);
    named.filter(Spelt::is_of_file).map(|_| above)
}

/// Returns whether a line is a heading of Markdown.
pub(in crate::dialect) fn is_heading(line: &BStr) -> bool {
    line.starts_with(b"# ") || line.starts_with(b"##")
}

/// Returns whether a path is one of several in a list, which names the files of no block.
fn is_listed(lines: &[Line<'_>], from: usize, at: usize) -> bool {
    // Asked of nearly every line above a block: what is told by its first letters goes first.
    let may_be_path = |at: &usize| {
        lines.get(*at).is_some_and(|line| {
            let text = line.body.trimmed();
            !text.is_empty() && !text.starts_with(b"```") && Fence::open(line.body, *at).is_none()
        })
    };
    let above = at.checked_sub(1).filter(|above| *above >= from);
    let beside = above.into_iter().chain([at + 1]);
    let mut beside = beside.filter(may_be_path).peekable();
    if beside.peek().is_none() || !may_be_path(&at) {
        return false;
    }
    let entry = |at: usize| spelling::alone(lines[at].body).map(|spelt| spelt.path);
    entry(at).is_some_and(|own| beside.any(|at| entry(at).is_some_and(|path| path != own)))
}
