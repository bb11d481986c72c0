//! What a fence in which nothing was read may quote, or change, of a file.

use bstr::ByteSlice;

use super::{Account, Block, Bond, Quotation};
use crate::dialect::name::naming::How;
use crate::dialect::name::path;
use crate::dialect::walk::fence::Language;
use crate::dialect::words::purpose::Purpose;
use crate::dialect::words::{prose, weigh};

impl Account<'_> {
    /// Returns what a fence quotes of the file that it names, as the words above it say. A place in a file is never changed by
    /// what cites it. What is quoted from elsewhere is no quotation of the file, unless it may be meant as its new content.
    pub(super) fn quotes(&self, block: &Block<'_>) -> Option<Quotation> {
        let lead = path::of_fence(self.lines, block.fence, block.from);
        let naming = lead.naming.filter(|naming| naming.cited.is_none())?;
        let path = Some(self.scan.path(&naming.path).named()?.clone());
        if let Some(excerpt) = self.excerpt(block.fence, block.inside.clone()) {
            let lines = excerpt.lines.iter();
            return Some(Quotation {
                path,
                lines: lines.map(|line| self.scan.piece(line)).collect(),
                bond: Bond::At {
                    line_index: excerpt.line_index,
                },
            });
        }
        let is_code = matches!(block.fence.language(), Language::Code | Language::Text);
        let is_quoted = match lead.purpose {
            Purpose::Cites => true,
            Purpose::Quotes => naming.how != How::Amid || self.is_adopted(block.lines.end),
            Purpose::Creates
            | Purpose::Changes
            | Purpose::Shows
            | Purpose::Runs
            | Purpose::Outputs
            | Purpose::Doubtful
            | Purpose::Remarks
            | Purpose::Describes
            | Purpose::Silent => false,
        };
        (is_quoted && is_code).then(|| Quotation {
            path,
            lines: self.text_of(block.lines.clone()),
            bond: Bond::Shows,
        })
    }

    /// Returns what a fence may change of the file that it names, though words beside the name call it an example, a command or
    /// output: where it has many of that file's lines, the words may be about the file.
    pub(super) fn resembles(&self, block: &Block<'_>) -> Option<Quotation> {
        let lead = path::of_fence(self.lines, block.fence, block.from);
        let naming = lead.naming.filter(|naming| naming.cited.is_none())?;
        let path = Some(self.scan.path(&naming.path).named()?.clone());
        let is_use = lead.purpose == Purpose::Shows
            && naming.how == How::Amid
            && block.fence.is_code_of(naming.path.as_bstr());
        let bond = match is_use && !self.is_called_so(block) {
            true => Bond::Fits,
            false => Bond::Names,
        };
        Some(Quotation {
            path,
            lines: self.text_of(block.lines.clone()),
            bond,
        })
    }

    /// Returns what a fence may quote of the file that stays as it is, as the words above it say.
    pub(super) fn kept(&self, block: &Block<'_>) -> Option<Quotation> {
        let path = path::of_fence(self.lines, block.fence, block.from).kept?;
        Some(Quotation {
            path: Some(self.scan.path(&path).named()?.clone()),
            lines: self.text_of(block.lines.clone()),
            bond: Bond::Fits,
        })
    }

    /// Returns what a fence may change of the files that the reply edits, though no word asks for it.
    pub(super) fn beside_edits(&self, block: &Block<'_>) -> Option<Quotation> {
        let words = &self.lines[block.from.min(block.fence.opened)..block.fence.opened];
        let may_be_one = !self.scan.files.is_empty() && !weigh::is_unwanted(words);
        may_be_one.then(|| Quotation {
            path: None,
            lines: self.text_of(block.lines.clone()),
            bond: Bond::Beside { is_talk: false },
        })
    }

    /// Returns the lines of a fence without a file name that may be a changed file of the tree: it counts as talk only because of
    /// a word such as `environment` above it.
    pub(super) fn maybe_unnamed_file(&self, block: &Block<'_>) -> Option<Quotation> {
        let lead = path::of_fence(self.lines, block.fence, block.from);
        let is_talk = lead.purpose != Purpose::Silent && !self.is_called_so(block);
        let quotes = self
            .beside_edits(block)
            .filter(|_| lead.naming.is_none() && !is_talk)?;
        Some(Quotation {
            bond: Bond::Beside { is_talk: true },
            ..quotes
        })
    }

    /// Returns whether the words right above a fence say no more of it than its kind: `the log config`, `an example`.
    pub(super) fn is_called_so(&self, block: &Block<'_>) -> bool {
        let mut above = (block.from.min(block.fence.opened)..block.fence.opened).rev();
        let lead_in = above.find(|at| !self.lines[*at].is_blank());
        lead_in.is_some_and(|at| prose::only_calls(prose::last_sentence(self.lines[at].body)))
    }
}
