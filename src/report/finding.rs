//! Hidden text in what a patch would add: found, named, and refused headless (SAFETY T11).

use crate::patch::{Hunk, HunkId, LineKind, Patch, PatchPath};
use crate::session::Session;
use crate::text::RelPath;
use crate::text::display::{display_line, is_hidden};

/// The most distinct characters named in one finding.
const N_NAMED: usize = 5;

/// Something about a patch that a reader could not see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What kind it is.
    pub code: FindingCode,
    /// The file it is about; `None` when the patch names none.
    pub path: Option<RelPath>,
    /// The hunk it is about; `None` when it is about the file's name.
    pub hunk: Option<HunkId>,
    /// One sentence for people, safe to print.
    pub text: String,
}

/// The kinds of finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FindingCode {
    /// Characters are added that no reader sees, or that make a line look like another.
    HiddenCharacters,
}

impl FindingCode {
    /// Returns the stable name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            FindingCode::HiddenCharacters => "hidden_characters",
        }
    }
}

/// What is done headless with a patch that adds hidden text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hidden {
    /// Nothing is written.
    Refuse,
    /// It is reported and written (`--allow-hidden`).
    Allow,
}

impl Finding {
    /// Returns whether nothing may be written headless because of it.
    pub fn refuses(&self) -> bool {
        match self.code {
            FindingCode::HiddenCharacters => true,
        }
    }
}

/// Returns the findings on a review's patch, in the patch's order. Rejected hunks have none.
pub fn findings(session: &Session) -> Vec<Finding> {
    let patch = session.patch();
    let mut findings: Vec<Finding> = (0..patch.files.len())
        .filter_map(|file| in_name(patch, file))
        .collect();
    for plan in session.plan().hunks() {
        if plan.decision.is_rejected() {
            continue;
        }
        let hidden = hidden_in(patch.hunk(plan.id));
        if !hidden.is_empty() {
            findings.push(Finding {
                code: FindingCode::HiddenCharacters,
                path: session.plan().files[plan.id.file].target.clone(),
                hunk: Some(plan.id),
                text: format!("adds {}", named(&hidden)),
            });
        }
    }
    findings
}

fn in_name(patch: &Patch, file: usize) -> Option<Finding> {
    let path = match &patch.files[file].path {
        PatchPath::Named(path) => path,
        PatchPath::Missing | PatchPath::Refused { .. } => return None,
    };
    let text = path.to_text();
    let hidden = unseen(&text);
    (!hidden.is_empty()).then(|| Finding {
        code: FindingCode::HiddenCharacters,
        path: Some(path.clone()),
        hunk: None,
        text: format!("the file's name holds {}", named(&hidden)),
    })
}

/// Returns the hidden characters that the hunk adds and does not take away, in order of first use.
fn hidden_in(hunk: &Hunk) -> Vec<char> {
    let of_kind = |kind| {
        let lines = hunk.lines.iter().filter(move |line| line.kind == kind);
        lines.flat_map(|line| unseen(&line.body.to_string()))
    };
    let removed: Vec<char> = of_kind(LineKind::Delete).collect();
    let mut hidden: Vec<char> = Vec::new();
    for c in of_kind(LineKind::Insert) {
        if !removed.contains(&c) && !hidden.contains(&c) {
            hidden.push(c);
        }
    }
    hidden
}

fn named(hidden: &[char]) -> String {
    let shown: Vec<String> = hidden
        .iter()
        .take(N_NAMED)
        .map(|c| display_line(c.to_string().as_bytes()))
        .collect();
    let more = if hidden.len() > N_NAMED {
        " and others"
    } else {
        ""
    };
    format!("hidden characters: {}{more}", shown.join(" "))
}

/// Returns the characters of `line` that a reader cannot see. Joiners inside emoji and in scripts that are written with
/// them, direction marks beside text that runs from right to left, and a form feed are honest.
fn unseen(line: &str) -> Vec<char> {
    let line = line.strip_suffix('\r').unwrap_or(line);
    let runs_leftwards = line.chars().any(is_right_to_left);
    let mut unseen = Vec::new();
    let mut before = '\n';
    let mut in_flag = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let after = chars.peek().copied().unwrap_or('\n');
        let honest = match c {
            '\t' | '\u{c}' => true,
            '\u{200c}' | '\u{200d}' => {
                (takes_joiners(before) || is_symbol(before))
                    && (takes_joiners(after) || is_symbol(after))
            }
            '\u{200e}' | '\u{200f}' | '\u{61c}' => runs_leftwards,
            '\u{fe0e}' => is_symbol(before),
            '\u{e0020}'..='\u{e007f}' => in_flag,
            _ => !(c.is_control() || is_hidden(c)),
        };
        if !honest {
            unseen.push(c);
        }
        // The flags of England, Scotland and Wales are a black flag with tag characters behind it.
        in_flag = c == '\u{1f3f4}' || (in_flag && honest);
        before = c;
    }
    unseen
}

fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
        && c != '\u{61c}'
}

/// Scripts whose words need joiners: Arabic and its kin, and those of India and its neighbours.
fn takes_joiners(c: char) -> bool {
    is_right_to_left(c)
        || matches!(c, '\u{900}'..='\u{109f}' | '\u{1780}'..='\u{17b3}' | '\u{17b6}'..='\u{17ff}')
}

fn is_symbol(c: char) -> bool {
    matches!(c, '#' | '*' | '0'..='9' | '\u{fe0f}' | '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &str) {
        assert_eq!(
            unseen(line).into_iter().collect::<String>(),
            expected,
            "{line:?}"
        );
    }

    #[test]
    fn what_deceives_a_reader_is_found() {
        check("if a {\u{202e} }", "\u{202e}");
        check("x\u{200b}y", "\u{200b}");
        check("a\u{200d}b", "\u{200d}");
        check("run\u{1b}[2K", "\u{1b}");
        check("shown\rhidden", "\r");
        check("\u{e0041}\u{e0042}", "\u{e0041}\u{e0042}");
        check("x\u{fe01}", "\u{fe01}");
    }

    #[test]
    fn honest_writing_is_no_finding() {
        for line in [
            "let x = 1;\t\r",
            "\u{5e9}\u{5dc}\u{5d5}\u{5dd}\u{200f}!",
            "\u{645}\u{6cc}\u{200c}\u{62e}\u{648}\u{627}\u{647}\u{645}",
            "\u{43f}\u{440}\u{438}\u{432}\u{435}\u{442} \u{4f60}\u{597d}",
            "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467} \u{2764}\u{fe0f} \u{260e}\u{fe0e}",
            "\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}",
            "\u{c}",
        ] {
            check(line, "");
        }
    }
}
