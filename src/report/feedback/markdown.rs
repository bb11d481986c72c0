//! The feedback as Markdown, for models and people.

use std::fmt::Write;

use super::{Excerpt, Feedback, Remark, Unread};
use crate::report::difference::FirstDifference;

impl Feedback {
    /// Returns it as Markdown.
    pub fn to_markdown(&self) -> String {
        let mut out = String::new();
        self.write(&mut out)
            .expect("a string takes all that is written");
        out
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        writeln!(out, "{}", self.summary.join("\n"))?;
        if self.is_to_mend {
            writeln!(out, "Answer in: {}", self.answer_in)?;
        }
        for remark in &self.remarks {
            write_remark(out, remark)?;
        }
        if self.n_more > 0 {
            writeln!(out, "\n{} more hunks were not applied.", self.n_more)?;
        }
        for part in &self.unread {
            write_unread(out, part)?;
        }
        self.write_held(out)
    }

    /// Writes the hunks that fit, where they must be sent again with the others.
    fn write_held(&self, out: &mut String) -> std::fmt::Result {
        if self.held.is_empty() || !self.asks_again {
            return Ok(());
        }
        writeln!(out, "\n### HELD: these fit, and are not on disk")?;
        for held in &self.held {
            let name = name(&held.path, held.to.as_ref());
            match held.line {
                Some(line) => writeln!(out, "- {}  {name}  line {line}", held.id)?,
                None => writeln!(out, "- {}  {name}", held.id)?,
            }
        }
        match &self.send_held {
            Some(offer) => {
                writeln!(out, "Send them again as they are:")?;
                write_text(out, &offer.text)
            }
            None => writeln!(out, "Send them again as you wrote them."),
        }
    }
}

/// Returns how a file is named, with where it goes.
fn name(path: &str, to: Option<&String>) -> String {
    match to {
        Some(to) => format!("{path} -> {to}"),
        None => path.to_string(),
    }
}

fn write_unread(out: &mut String, part: &Unread) -> std::fmt::Result {
    writeln!(
        out,
        "\n### line {} of your reply  NOT READ: {}",
        part.line, part.why
    )?;
    write_fenced(out, "", &part.lines)?;
    writeln!(
        out,
        "Send it again as a diff, or as SEARCH/REPLACE blocks under the path of its file."
    )
}

fn write_remark(out: &mut String, remark: &Remark) -> std::fmt::Result {
    let name = name(&remark.path, remark.to.as_ref());
    writeln!(out, "\n### {}  {name}  {}", remark.id, remark.verdict)?;
    if let Some(comment) = &remark.comment {
        writeln!(out, "Reviewer: \"{comment}\"")?;
    }
    if let Some(reason) = &remark.reason {
        let end = if reason.ends_with(['.', '?', '!']) {
            ""
        } else {
            "."
        };
        writeln!(out, "Reason: {reason}{end}")?;
    }
    if let Some(searched) = &remark.searched {
        writeln!(out, "Search: {searched}.")?;
    }
    if !remark.quoted.is_empty() {
        writeln!(out, "{}:", remark.title)?;
        write_fenced(out, "", &remark.quoted)?;
    }
    if !remark.left_out.is_empty() {
        writeln!(
            out,
            "The reviewer left these lines of it out (`-` removes, `+` adds):"
        )?;
        write_fenced(out, "diff", &remark.left_out)?;
    }
    if !remark.absent.is_empty() {
        writeln!(
            out,
            "The file does not have these lines there, so nothing was removed for them:"
        )?;
        write_fenced(out, "diff", &remark.absent)?;
    }
    let is_one = remark.places.len() == 1;
    for (place, number) in remark.places.iter().zip(1..) {
        let name = if is_one {
            String::new()
        } else {
            format!("Place {number}: ")
        };
        write_place(out, place, &name)?;
    }
    if let Some(place) = &remark.at_number {
        writeln!(
            out,
            "The file at line {}, which your hunk names:",
            place.line
        )?;
        write_numbered(out, place)?;
    }
    if let Some(advice) = &remark.advice {
        writeln!(out, "{advice}")?;
    }
    if let Some(offer) = &remark.merged {
        writeln!(out, "If all these changes are meant, send:")?;
        write_text(out, &offer.text)?;
    }
    Ok(())
}

fn write_place(out: &mut String, place: &Excerpt, name: &str) -> std::fmt::Result {
    let within = place
        .heading
        .as_ref()
        .map(|heading| format!(", in `{heading}`"));
    let within = within.unwrap_or_default();
    writeln!(
        out,
        "{name}The file at line {}{within}, now:",
        place.change_line
    )?;
    write_numbered(out, place)?;
    if let Some(difference) = &place.first_difference {
        write_difference(out, difference)?;
    }
    if let Some(offer) = &place.send {
        let without = match &place.unmarked[..] {
            [] => "",
            [_] => " without the line that the file lacks",
            _ => " without the lines that the file lacks",
        };
        writeln!(
            out,
            "If you mean line {}{without}, send:",
            place.change_line
        )?;
        write_text(out, &offer.text)?;
    }
    if let Some(offer) = &place.send_with_unmarked {
        writeln!(
            out,
            "If you forgot a `+`, send it with what the file lacks:"
        )?;
        write_text(out, &offer.text)?;
    }
    Ok(())
}

fn write_numbered(out: &mut String, place: &Excerpt) -> std::fmt::Result {
    let numbered: Vec<String> = (place.first_line..)
        .zip(&place.lines)
        .map(|(number, line)| format!("{number:>5} | {line}"))
        .chain(place.is_cut.then(|| format!("{:>5} |", '…')))
        .collect();
    write_fenced(out, "", &numbered)
}

fn write_difference(out: &mut String, difference: &FirstDifference) -> std::fmt::Result {
    let side = |text: &Option<String>, end: &str| text.clone().unwrap_or_else(|| end.to_string());
    writeln!(out, "First line that differs (yours, then the file's):")?;
    let yours = format!(
        "yours {:>5} | {}",
        difference.hunk_line,
        side(&difference.text, "(your hunk ends here)")
    );
    let file = format!(
        "file  {:>5} | {}",
        difference.file_line,
        side(&difference.file_text, "(the file ends here)")
    );
    write_fenced(out, "", &[yours, file])
}

fn write_text(out: &mut String, text: &str) -> std::fmt::Result {
    let lines: Vec<String> = text.lines().map(str::to_string).collect();
    write_fenced(out, "", &lines)
}

/// Writes lines in a fence longer than any run of backticks in them.
fn write_fenced(out: &mut String, language: &str, lines: &[String]) -> std::fmt::Result {
    let runs = lines.iter().flat_map(|line| line.split(|c| c != '`'));
    let longest = runs.map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    writeln!(out, "{fence}{language}")?;
    for line in lines {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{fence}")
}
