//! The files that a run writes reports to: looked at before anything is applied, written when it is.

use std::path::{Path, PathBuf};

use crate::session::Session;
use crate::text::display::display_path;
use crate::workspace::{FileId, Prepared, ReportFault, ReportFile, Taken, Workspace, is_stdout};

use super::json::Speech;
use super::open::Purpose;
use super::{UsageError, output};

/// Where each report goes that goes to a file; `None` where nobody asked for it.
#[derive(Debug, Default)]
pub(crate) struct Reports {
    /// `--log`
    pub(crate) log: Option<ReportFile>,
    /// `--rejects`
    pub(crate) rejects: Option<ReportFile>,
    /// `--feedback`
    pub(crate) feedback: Option<ReportFile>,
    /// `--save-decisions`
    pub(crate) decisions: Option<ReportFile>,
    /// The files of decisions. Only new decisions may take their place.
    pub(crate) decisions_read: Vec<FileId>,
}

impl Reports {
    /// Makes sure that none of them goes where the run reads or writes besides, or where another goes.
    ///
    /// # Errors
    /// The first that does.
    pub(crate) fn check(&self, workspace: &Workspace, taken: &Taken) -> anyhow::Result<()> {
        let all = [&self.log, &self.rejects, &self.feedback, &self.decisions];
        let all: Vec<&ReportFile> = all.into_iter().flatten().collect();
        let read = Taken {
            files: self.decisions_read.clone(),
            ..Taken::default()
        };
        for file in [&self.log, &self.rejects, &self.feedback]
            .into_iter()
            .flatten()
        {
            file.check(workspace, &read)?;
        }
        for (index, file) in all.iter().enumerate() {
            file.check(workspace, taken)?;
            let is_same = |other: &&ReportFile| file.is_file() && file.is_same(other);
            if all[..index].iter().any(is_same) {
                let named = display_path(file.named());
                return Err(UsageError(format!("two reports go to `{named}`")).into());
            }
        }
        Ok(())
    }
}

/// Makes sure that the one document that JSON promises on standard output is alone there; `named` are the names of the reports.
///
/// # Errors
/// When a report would go there as well.
pub(crate) fn leave_stdout(speech: Speech, named: &[Option<&Path>]) -> anyhow::Result<()> {
    let mut named = named.iter().flatten();
    let Some(path) = named.find(|path| speech == Speech::Json && is_stdout(path)) else {
        return Ok(());
    };
    let named = display_path(path);
    let what = format!("--json writes to standard output alone: name a file, not `{named}`");
    Err(UsageError(what).into())
}

/// Asks standard output whether it takes anything, before something is written that it is to tell of.
///
/// # Errors
/// When it does not.
pub(super) fn ask_stdout(workspace: &Workspace) -> anyhow::Result<()> {
    let stdout = workspace.report_file(Path::new("/dev/stdout"))?;
    stdout.prepare(b"")?;
    Ok(())
}

/// Looks where the file under the name `path` is, if one is named. A run that only looks may write to a stream, but no
/// file.
pub(crate) fn look(
    workspace: &Workspace,
    path: Option<&Path>,
    purpose: Purpose,
) -> anyhow::Result<Option<ReportFile>> {
    let Some(path) = path else {
        return Ok(None);
    };
    let file = workspace.report_file(path)?;
    if purpose == Purpose::Look && file.is_file() {
        let advice = "this command writes no file; name a pipe or `/dev/stderr`, or redirect it";
        return Err(UsageError(advice.to_string()).into());
    }
    Ok(Some(file))
}

/// Returns whether a report is left out of a run that only says what a write would do, and says so: it goes to a file.
pub(crate) fn is_left_out(file: &ReportFile) -> bool {
    if file.is_file() {
        let named = display_path(file.named());
        output::complain(&format!(
            "note: `{named}` is not written: --dry-run writes no file\n"
        ));
    }
    file.is_file()
}

/// Returns what a run reads and writes besides its reports.
pub(crate) fn taken(patches: &[PathBuf], session: &Session) -> Taken {
    let read = patches
        .iter()
        .filter_map(|patch| match patch.as_os_str().as_encoded_bytes() {
            b"-" => FileId::of_stdin(),
            _ => FileId::of(patch),
        });
    Taken {
        files: read.collect(),
        // Before it is matched, the review says which files it is about by wanting them.
        targets: (session.snapshots().keys().cloned())
            .chain(session.wanted())
            .collect(),
    }
}

/// Prepares all reports, so that what cannot be written is told before anything is applied.
///
/// # Errors
/// The first that cannot.
pub(crate) fn prepare<'a>(
    texts: &'a [(&'a ReportFile, Vec<u8>)],
) -> Result<Vec<Prepared<'a>>, ReportFault> {
    let prepare = |(file, text): &'a (&'a ReportFile, Vec<u8>)| file.prepare(text);
    texts.iter().map(prepare).collect()
}

/// Delivers all reports; where one cannot be, the others are.
///
/// # Errors
/// The first that could not.
pub(crate) fn deliver(prepared: Vec<Prepared<'_>>) -> Result<(), ReportFault> {
    let all = prepared
        .into_iter()
        .map(|report| report.deliver(output::send));
    all.fold(Ok(()), Result::and)
}
