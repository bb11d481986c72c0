//! Leading space: measured here, transferred by the plan.

use bstr::{BStr, ByteSlice};

use super::{Text, lanes};

/// Returns how many bytes a line is indented by.
pub fn width(line: &[u8]) -> usize {
    leading(line).len()
}

/// Returns the leading blanks and tabs of `line`.
#[inline]
pub fn leading(line: &[u8]) -> &[u8] {
    // Nearly all that a line has are blanks, and few.
    if let Some(first) = line.first_chunk() {
        let n_blanks = lanes::equal(first, b' ').trailing_ones() as usize;
        if first.get(n_blanks).is_some_and(|byte| *byte != b'\t') {
            return &line[..n_blanks];
        }
    }
    let end = line
        .iter()
        .position(|byte| !matches!(byte, b' ' | b'\t'))
        .unwrap_or(line.len());
    &line[..end]
}

/// Returns `line` without its leading blanks and tabs.
pub fn unindented(line: &[u8]) -> &BStr {
    line[leading(line).len()..].as_bstr()
}

/// Returns whether `line` holds nothing but blanks, tabs, carriage returns and form feeds.
pub fn is_blank(line: &[u8]) -> bool {
    line.iter()
        .all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | 0x0c))
}

/// One step of indentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndentUnit {
    /// A tab.
    Tab,
    /// So many blanks, 1 or more.
    Blanks(usize),
}

impl IndentUnit {
    fn lead(self, n_steps: usize, n_blanks: usize) -> Vec<u8> {
        let mut lead = match self {
            IndentUnit::Tab => vec![b'\t'; n_steps],
            IndentUnit::Blanks(width) => vec![b' '; n_steps * width],
        };
        lead.resize(lead.len() + n_blanks, b' ');
        lead
    }
}

/// Returns how many columns leading space takes when tabs go to every `tab_width`th.
fn columns(lead: &[u8], tab_width: usize) -> usize {
    lead.iter().fold(0, |column, byte| match byte {
        b'\t' => (column / tab_width + 1) * tab_width,
        _ => column + 1,
    })
}

/// Returns the step most lines of a text are deeper by than the line before them; `None` when none is indented.
pub fn unit(text: &Text) -> Option<IndentUnit> {
    const WIDTHS: std::ops::RangeInclusive<usize> = 2..=8;
    let (mut n_tabs, mut n_by_width) = (0usize, [0usize; 9]);
    let mut above: &[u8] = b"";
    for (at, from_line) in text.from_lines().enumerate() {
        // No line ending is a blank: what is behind the line is none of its lead.
        let lead = leading(from_line);
        match from_line.get(lead.len()) {
            Some(b'\n') | None => continue,
            // Few lines need a closer look; where a line ends costs more than all else here.
            Some(b'\r' | 0x0c) if is_blank(text.line(at)) => continue,
            Some(_) => {}
        }
        if lead.first() == Some(&b'\t') {
            n_tabs += 1;
        } else if lead.len() > above.len() && WIDTHS.contains(&(lead.len() - above.len())) {
            n_by_width[lead.len() - above.len()] += 1;
        }
        above = lead;
    }
    let (width, n_blanks) = n_by_width
        .into_iter()
        .enumerate()
        .max_by_key(|(width, n)| (*n, std::cmp::Reverse(*width)))?;
    if n_tabs > n_blanks {
        return Some(IndentUnit::Tab);
    }
    (n_blanks > 0).then_some(IndentUnit::Blanks(width))
}

/// How the leading space of a reply's lines becomes that of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reindent {
    /// It is the file's already, or nothing shows that it is not.
    Keep,
    /// One beginning takes the place of another: the reply's text as a whole stands further left or right.
    Prefix {
        /// What the reply has.
        from: Vec<u8>,
        /// What the file has.
        to: Vec<u8>,
    },
    /// Steps of so many columns become as many steps of the file's: tabs against blanks, 2 against 4.
    Steps {
        /// The columns the reply's tabs stand for.
        tab_width: usize,
        /// The columns of one step in the reply.
        from: usize,
        /// The file's step.
        to: IndentUnit,
    },
}

impl Reindent {
    /// Returns the leading space that a line of the reply with `lead` gets; `None` when the rule does not cover it.
    pub fn lead(&self, lead: &[u8]) -> Option<Vec<u8>> {
        match self {
            Reindent::Keep => Some(lead.to_vec()),
            Reindent::Prefix { from, to } => {
                Some([to, lead.strip_prefix(from.as_slice())?].concat())
            }
            Reindent::Steps {
                tab_width,
                from,
                to,
            } => {
                let columns = columns(lead, *tab_width);
                Some(to.lead(columns / from, columns % from))
            }
        }
    }

    /// Returns whether the rule has a meaning for a line of the reply with `lead`: for steps, whether it stands on one.
    pub fn covers(&self, lead: &[u8]) -> bool {
        match self {
            Reindent::Keep => true,
            Reindent::Prefix { from, .. } => lead.starts_with(from),
            Reindent::Steps {
                tab_width, from, ..
            } => {
                let aligns = lead.starts_with(b"\t") && lead.ends_with(b" ");
                aligns || columns(lead, *tab_width).is_multiple_of(*from)
            }
        }
    }

    /// Returns the rules that turn the first of each pair of leading spaces into the second, for every pair; the plainest
    /// first.
    pub fn rules(pairs: &[(&[u8], &[u8])], file_unit: Option<IndentUnit>) -> Vec<Reindent> {
        let mut rules = vec![Reindent::Keep];
        if let Some((reply, file)) = pairs.first() {
            let common = reply
                .iter()
                .rev()
                .zip(file.iter().rev())
                .take_while(|(a, b)| a == b)
                .count();
            let cut = |lead: &[u8]| lead[..lead.len() - common].to_vec();
            rules.push(Reindent::Prefix {
                from: cut(reply),
                to: cut(file),
            });
        }
        const WIDTHS: [usize; 4] = [4, 8, 2, 3];
        // A tab is most likely one step of the file's.
        let likely = match file_unit {
            Some(IndentUnit::Blanks(width)) => Some(width),
            Some(IndentUnit::Tab) | None => None,
        };
        for tab_width in likely.into_iter().chain(WIDTHS) {
            let step = |from, to| Reindent::Steps {
                tab_width,
                from,
                to,
            };
            match file_unit {
                Some(IndentUnit::Tab) => {
                    rules.extend(WIDTHS.map(|from| step(from, IndentUnit::Tab)));
                }
                Some(to @ IndentUnit::Blanks(_)) => {
                    rules.push(step(1, IndentUnit::Blanks(1)));
                    rules.extend(WIDTHS.map(|from| step(from, to)));
                }
                None => rules.push(step(1, IndentUnit::Blanks(1))),
            }
        }
        let explains = |rule: &Reindent| {
            pairs
                .iter()
                .all(|(reply, file)| rule.lead(reply).is_some_and(|lead| lead == *file))
        };
        rules.retain(explains);
        rules
    }
}
