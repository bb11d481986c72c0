//! The command line's words.

mod reading;
mod values;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Parser, Subcommand};

use crate::dialect::write::Form;
use crate::matcher::Tier;
use crate::plan::{OnTie, Scope};
use crate::session::decisions::{HunkDecision, Overlap};
use crate::text::RelPath;
use crate::ui::Colours;
use crate::ui::theme::THEMES;
use crate::workspace::{Trust, WatchMode};

use super::decide::{self, Said};
use values::{
    COLOURS, POLICIES, WATCHES, asked_dialect, dialect, file_to_write, form, of_table, one_of,
    permille, rel_path, size, tier, whole_number,
};

/// Review the patches that language models write before a byte of them is accepted.
#[derive(Debug, Parser)]
#[command(name = "hunkwise", version, args_conflicts_with_subcommands = true)]
pub(crate) struct Cli {
    /// What to do; without one, the patch is reviewed in the terminal.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) review: ReviewArgs,
    #[command(flatten)]
    pub(crate) speech: SpeechArgs,
}

/// What every command takes.
#[derive(Debug, Args)]
pub(crate) struct SpeechArgs {
    /// One JSON document on standard output, and nothing else there
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

impl Cli {
    /// Returns the definition of a command line that names this command first, without the other commands: to define all of
    /// them is most of what a small check takes. `None` for those that scripts do not run by the hundred. What does not fit it
    /// is for the whole definition to read, or to find fault with.
    pub(crate) fn command_of(name: &str) -> Option<clap::Command> {
        let command = clap::Command::new(name.to_string());
        let command = match name {
            "check" => CheckArgs::augment_args(command),
            "apply" => ApplyArgs::augment_args(command),
            _ => return None,
        };
        let program = ReviewArgs::augment_args(clap::Command::new("hunkwise"));
        Some(SpeechArgs::augment_args(program).subcommand(command))
    }
}

/// One variant for each subcommand.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Review in the terminal (the default without a command)
    Review(ReviewArgs),
    /// Parse and match, report, write nothing
    Check(CheckArgs),
    /// Place by policy and write, without a screen
    Apply(ApplyArgs),
    /// Show every place of a hunk with its evidence, line by line
    ///
    /// The exit code is that of the whole reply, as `check` gives it, also where one hunk is named.
    Explain(ExplainArgs),
    /// Undo the last apply, or the one named; an undo can be undone
    Undo(UndoArgs),
    /// List what was applied
    Log(RootArgs),
    /// Finish or roll back an interrupted apply
    Recover(RecoverArgs),
    /// Try it on a built-in patch with one of each problem, on files in memory
    Demo(ScreenArgs),
    /// List saved reviews, or forget them; naming the same patch again resumes one
    Sessions(SessionsArgs),
    /// Write the patch that turns the first file into the second
    Diff(DiffArgs),
    /// Complete a patch and rewrite it against the current files
    Convert(ConvertArgs),
    /// Print instructions for a model to write a dialect well
    Prompt(PromptArgs),
    /// List the dialects, with an example each
    Dialects,
    /// List the keys of the review screen
    Keys,
    /// List the themes, or print one as a file to start from
    Themes {
        /// One that comes with the program
        #[arg(value_parser = one_of(THEMES.iter().map(|(name, _)| *name)))]
        name: Option<String>,
    },
    /// Answer requests on standard input, a JSON object a line, and keep the review
    Serve(RootArgs),
    /// Serve a model's agent by the Model Context Protocol, on standard input and output
    Mcp(RootArgs),
    /// List what is printed as JSON, or print the JSON Schema of one
    Schema {
        /// One of the list
        #[arg(value_parser = one_of(super::json::schemas().map(|schema| schema.name)))]
        name: Option<String>,
    },
    /// Write completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print what a word of a command line may become, where only the reply knows it: for the shells' completions
    #[command(hide = true)]
    Complete {
        /// Complete a new word behind the line
        #[arg(long)]
        next: bool,
        /// The line up to the cursor, without the program's name
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<OsString>,
    },
    /// Write the man pages, or that of one command
    Man {
        /// The command
        name: Option<String>,
    },
}

/// What `review` takes.
#[derive(Debug, Args)]
pub(crate) struct ReviewArgs {
    #[command(flatten)]
    pub(crate) patches: PatchArgs,
    #[command(flatten)]
    pub(crate) reading: ReadArgs,
    #[command(flatten)]
    pub(crate) screen: ScreenArgs,
    #[command(flatten)]
    pub(crate) feedback: FeedbackArgs,
    /// Ask in lines of text and read answers from standard input, without a screen
    #[arg(long)]
    pub(crate) plain: bool,
    /// Write the hunks left out, as a patch, to FILE
    #[arg(long, value_name = "FILE", value_parser = file_to_write)]
    pub(crate) rejects: Option<PathBuf>,
    /// Write the decisions to FILE when the review ends, for --decisions
    #[arg(long, value_name = "FILE", value_parser = file_to_write)]
    pub(crate) save_decisions: Option<PathBuf>,
}

/// What `check` takes.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) headless: HeadlessArgs,
    /// Treat what a dialect's own specification forbids as an error
    #[arg(long)]
    pub(crate) strict: bool,
}

/// What `apply` takes.
#[derive(Debug, Args)]
pub(crate) struct ApplyArgs {
    #[command(flatten)]
    pub(crate) headless: HeadlessArgs,
    /// Write nothing; exit with the code that the write would give
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Write the hunks left out, as a patch, to FILE
    #[arg(long, value_name = "FILE", value_parser = file_to_write)]
    pub(crate) rejects: Option<PathBuf>,
}

/// What `check` and `apply` both take.
#[derive(Debug, Args)]
pub(crate) struct HeadlessArgs {
    #[command(flatten)]
    pub(crate) patches: PatchArgs,
    #[command(flatten)]
    pub(crate) reading: ReadArgs,
    /// Write the settled hunks even if others are not; exit code 1
    #[arg(long)]
    pub(crate) partial: bool,
    #[command(flatten)]
    pub(crate) feedback: FeedbackArgs,
    /// Print errors only
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl HeadlessArgs {
    /// Returns which hunks are asked for.
    pub(crate) fn scope(&self) -> Scope {
        match self.partial {
            true => Scope::Settled,
            false => Scope::Everything,
        }
    }
}

/// What `explain` takes.
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// A file holding a patch or a whole chat reply; `-`, or nothing with a pipe, is standard input
    pub(crate) patch: Option<PathBuf>,
    /// The hunk, as h4-3f9a, h4 or 4; all hunks without one
    pub(crate) hunk: Option<String>,
    #[command(flatten)]
    pub(crate) reading: ReadArgs,
}

/// What `diff` takes.
#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// The file as it was; `/dev/null` for a new one
    pub(crate) old: PathBuf,
    /// The new version of the file; `/dev/null` for a deleted one
    pub(crate) new: PathBuf,
    /// The dialect to write
    #[arg(long, value_name = "DIALECT", default_value = "unified", value_parser = form())]
    pub(crate) to: Form,
    /// The path that the patch names [default: the first file's]
    #[arg(long, value_name = "PATH", value_parser = rel_path)]
    pub(crate) file: Option<RelPath>,
    /// The largest file, such as 64M
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = size)]
    pub(crate) limit: u64,
}

/// What `convert` takes.
#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// A file holding a patch or a whole chat reply; `-`, or nothing with a pipe, is standard input
    pub(crate) patch: Option<PathBuf>,
    /// The dialect to write
    #[arg(long, value_name = "DIALECT", default_value = "unified", value_parser = form())]
    pub(crate) to: Form,
    /// Convert the settled hunks even if others are not, and name those; exit code 1
    #[arg(long)]
    pub(crate) partial: bool,
    #[command(flatten)]
    pub(crate) reading: ReadArgs,
}

/// What `prompt` takes.
#[derive(Debug, Args)]
pub(crate) struct PromptArgs {
    /// The dialect, one that is worth asking a model for
    #[arg(value_parser = asked_dialect())]
    pub(crate) dialect: Option<&'static str>,
}

/// What `undo` takes.
#[derive(Debug, Args)]
pub(crate) struct UndoArgs {
    /// The number of an apply, as `hunkwise log` lists it [default: the last one in effect]
    pub(crate) id: Option<u64>,
    /// Print a patch that undoes it, and write nothing: where a file changed since, `apply` and `review` find its
    /// lines
    #[arg(long)]
    pub(crate) as_patch: bool,
    /// Write files that have other names (hard links) too; those names keep what they hold
    #[arg(long)]
    pub(crate) split_hard_links: bool,
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
    #[command(flatten)]
    pub(crate) root: RootArgs,
}

/// What `recover` takes.
#[derive(Debug, Args)]
pub(crate) struct RecoverArgs {
    #[command(flatten)]
    pub(crate) trust: TrustArgs,
    #[command(flatten)]
    pub(crate) root: RootArgs,
}

/// Which records are followed.
#[derive(Debug, Args)]
pub(crate) struct TrustArgs {
    /// Also follow records that your hunkwise did not make here: they came with the files, or the tree was copied or moved
    /// to another disk
    #[arg(long)]
    trust_state: bool,
}

impl TrustArgs {
    /// Returns which records are followed.
    pub(crate) fn trust(&self) -> Trust {
        if self.trust_state {
            Trust::AllRecords
        } else {
            Trust::OwnRecords
        }
    }
}

/// What `sessions` takes.
#[derive(Debug, Args)]
pub(crate) struct SessionsArgs {
    /// Delete the saved review with this ID prefix
    #[arg(long, value_name = "ID", value_parser = NonEmptyStringValueParser::new())]
    pub(crate) forget: Option<String>,
    /// Forget all saved reviews
    #[arg(long, conflicts_with = "forget")]
    pub(crate) purge: bool,
}

/// Where the targets lie.
#[derive(Debug, Args)]
pub(crate) struct RootArgs {
    /// The folder of the target files; nothing outside is read or written [default: the top of the work tree,
    /// else the current folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
}

/// Where the reply is.
#[derive(Debug, Args)]
pub(crate) struct PatchArgs {
    /// Files holding a patch or a whole chat reply; `-`, or nothing with a pipe, is standard input
    #[arg(value_name = "PATCH")]
    pub(crate) patches: Vec<PathBuf>,
}

/// How a reply is read and matched.
#[derive(Debug, Args)]
pub(crate) struct ReadArgs {
    #[command(flatten)]
    pub(crate) root: RootArgs,
    /// The target where the patch names none
    #[arg(long, value_name = "PATH")]
    pub(crate) file: Option<PathBuf>,
    /// How to handle equally good places
    #[arg(long, default_value = "ask", value_parser = of_table(POLICIES))]
    pub(crate) policy: OnTie,
    /// The loosest tier for automatic placement
    #[arg(long, value_name = "TIER", default_value = "similar", value_parser = tier())]
    pub(crate) accept_from: Tier,
    /// Minimum similarity for a place to be listed, 0 to 1; a hunk without one still lists its best three
    #[arg(long, value_name = "SHARE", default_value = "0.80", value_parser = permille)]
    pub(crate) similarity: u16,
    /// Minimum number of matching context lines for automatic placement
    #[arg(long, value_name = "N", default_value = "0", value_parser = whole_number)]
    pub(crate) context_min: usize,
    /// Maximum distance from the patch's line number, or where it has none from the previous hunk, for automatic placement, in
    /// lines; exact matches are exempt [default: 1000 from a number, any distance from a hunk]
    #[arg(long, value_name = "N", value_parser = whole_number)]
    pub(crate) max_offset: Option<usize>,
    /// Read the patch in this dialect only
    #[arg(long, value_name = "NAME", value_parser = dialect())]
    pub(crate) dialect: Option<&'static str>,
    /// Strip this many leading folders from the paths in diff headers
    #[arg(long, value_name = "N", value_parser = whole_number)]
    pub(crate) strip: Option<usize>,
    /// The largest patch and the largest target, such as 64M
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = size)]
    pub(crate) limit: u64,
    /// Write even if the patch adds hidden text
    #[arg(long)]
    pub(crate) allow_hidden: bool,
    /// Write files that have other names (hard links) too; those names keep the old content
    #[arg(long)]
    pub(crate) split_hard_links: bool,
    /// Read the decisions from FILE, written by --save-decisions
    #[arg(long, value_name = "FILE")]
    pub(crate) decisions: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) settle: SettleArgs,
    /// Append what the run did to FILE, a line each, without any contents
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
}

/// Decisions. H is a hunk's id or its beginning: `h2-77aa`, `h2`.
#[derive(Debug, Args)]
pub(crate) struct SettleArgs {
    /// Choose a hunk's place: by the place's id, as H=LINE, H=#N (the Nth place) or H=all; where a line it removes differs
    /// there, add `:replace` to remove the file's line, or `:insert` to keep it
    #[arg(long, value_name = "H=PLACE", value_parser = decide::choice)]
    pub(crate) choose: Vec<HunkDecision>,
    /// Write only some of the lines that a hunk changes, numbered as its `lines` in --json
    #[arg(long, value_name = "H=N,N-M", value_parser = decide::lines)]
    pub(crate) lines: Vec<HunkDecision>,
    /// Give a hunk other lines: those of FILE, each with its blank, - or + in front
    #[arg(long, value_name = "H=FILE", value_parser = decide::pair)]
    pub(crate) edit: Vec<Said>,
    /// Reject a hunk, with a word to the model
    #[arg(long, value_name = "H[=WORDS]", value_parser = decide::said)]
    pub(crate) reject: Vec<Said>,
    /// Settle two hunks that change the same lines: first, second, both, reversed or neither of the two named
    #[arg(long, value_name = "H,H=WHICH", value_parser = decide::overlap)]
    pub(crate) overlap: Vec<Overlap>,
    /// Use PATH as the file of a hunk
    #[arg(long, value_name = "H=PATH", value_parser = decide::pair)]
    pub(crate) target: Vec<Said>,
    /// Accept that a hunk is already applied
    #[arg(long, value_name = "H")]
    pub(crate) keep: Vec<String>,
    /// Refuse all decisions unless the file at PATH has this digest
    #[arg(long, value_name = "PATH=DIGEST", value_parser = decide::pair)]
    pub(crate) expect: Vec<Said>,
}

/// What to send back to the model.
#[derive(Debug, Args)]
pub(crate) struct FeedbackArgs {
    /// Write what to send back to the model to FILE, or to standard output for `-`
    #[arg(long, value_name = "FILE")]
    pub(crate) feedback: Option<PathBuf>,
    /// Write it as JSON, to standard output unless --feedback names a file
    #[arg(long)]
    pub(crate) feedback_json: bool,
}

/// How the review screen looks and behaves.
#[derive(Debug, Clone, Args)]
pub(crate) struct ScreenArgs {
    /// The theme, one that `hunkwise themes` lists; `auto` detects a dark or light terminal background
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) theme: String,
    /// How many colours are used; `auto` asks the terminal's environment
    #[arg(long, value_name = "WHEN", default_value = "auto", value_parser = of_table(COLOURS))]
    pub(crate) color: Colours,
    /// Leave the mouse to the terminal
    #[arg(long)]
    pub(crate) no_mouse: bool,
    /// How to detect changes to the target files
    #[arg(long, value_name = "HOW", default_value = "auto", value_parser = of_table(WATCHES))]
    pub(crate) watch: WatchMode,
    /// Discard the saved review of this patch and restart
    #[arg(long)]
    pub(crate) fresh: bool,
}

/// Adds the flags of the screen to a command that has none: scripts give the common flags to any, and it passes over these.
pub(crate) fn with_screen_flags(command: clap::Command) -> clap::Command {
    let of_screen = ScreenArgs::augment_args(clap::Command::new("screen"));
    let flags = of_screen
        .get_arguments()
        .map(|flag| flag.clone().hide(true));
    command.args(flags)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn clap_finds_no_fault_in_the_definitions() {
        Cli::command().debug_assert();
    }
}
