//! How a reply is read and matched, by the arguments: the one translation of them into options of a review.

use super::super::UsageError;
use super::super::decide::Said;
use super::ReadArgs;
use crate::dialect::{ParseOptions, Strictness};
use crate::matcher::Limits;
use crate::plan::Policy;
use crate::report::Hidden;
use crate::session::Options;
use crate::text::display::display_path;
use crate::workspace::{FileId, Workspace};

impl ReadArgs {
    /// Returns how the review is opened.
    pub(crate) fn options(
        &self,
        strictness: Strictness,
        workspace: &Workspace,
    ) -> Result<Options, UsageError> {
        let root = workspace.names().clone();
        let default_path = self.file.as_ref().map(|path| {
            let relative = root.relative(path.as_os_str().as_encoded_bytes());
            relative.map_err(|fault| {
                let path = display_path(path);
                UsageError(format!(
                    "--file `{path}`: {fault}; name a file by its path under the root"
                ))
            })
        });
        let policy = Policy::default();
        Ok(Options {
            parse: ParseOptions {
                dialect: self.dialect,
                strip: self.strip,
                default_path: default_path.transpose()?,
                root,
                current: workspace.current().cloned(),
                strictness,
            },
            policy: Policy {
                on_tie: self.policy,
                accept_from: self.accept_from,
                max_offset: self.max_offset.unwrap_or(policy.max_offset),
                max_gap: self.max_offset,
                similarity: asked_similarity(self.similarity),
                context_min: self.context_min,
                ..policy
            },
            limits: Limits {
                similarity: self.similarity,
                ..Limits::default()
            },
        })
    }

    /// Returns the files that decisions are read from.
    pub(crate) fn decisions_read(&self) -> Vec<FileId> {
        let edited = self.settle.edit.iter().filter_map(Said::path);
        let named = self.decisions.as_deref().into_iter().chain(edited);
        named.filter_map(FileId::of).collect()
    }

    /// Returns what is done with hidden text.
    pub(crate) fn hidden(&self) -> Hidden {
        if self.allow_hidden {
            Hidden::Allow
        } else {
            Hidden::Refuse
        }
    }
}

/// Returns the lowest similarity of what is placed: a floor above the usual one bounds that too, and else the tiers' own bars
/// do.
fn asked_similarity(listed: u16) -> u16 {
    if listed > Limits::default().similarity {
        listed
    } else {
        0
    }
}
