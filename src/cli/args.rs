//! The command line's words, and their one translation into options of a review.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{NonEmptyStringValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::dialect::write::Form;
use crate::dialect::{DIALECTS, DialectSpec, ParseOptions, Strictness};
use crate::matcher::{Limits, Tier};
use crate::plan::{OnTie, Policy, Scope};
use crate::report::Hidden;
use crate::session::Options;
use crate::session::decisions::{HunkDecision, Overlap};
use crate::text::RelPath;
use crate::text::display::display_path;
use crate::ui::theme::THEMES;
use crate::workspace::{FileId, Trust, Workspace};

use super::decide::{self, Said};
use super::{UsageError, prompt};

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

/// Takes the name of a file, and not `-`: standard output is the report's.
fn file_to_write(name: &str) -> Result<PathBuf, String> {
    match name {
        "-" => Err("it goes to a file, never to standard output; name one".to_string()),
        name => Ok(PathBuf::from(name)),
    }
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
    #[arg(long, value_enum, default_value = "ask")]
    pub(crate) policy: PolicyArg,
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
    #[arg(long, value_enum, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorArg,
    /// Leave the mouse to the terminal
    #[arg(long)]
    pub(crate) no_mouse: bool,
    /// How to detect changes to the target files
    #[arg(long, value_enum, value_name = "HOW", default_value = "auto")]
    pub(crate) watch: WatchArg,
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

/// `--color`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorArg {
    /// As many as the terminal's environment says
    Auto,
    /// None
    Never,
    /// The terminal's own sixteen
    #[value(name = "16")]
    Ansi16,
    /// 256
    #[value(name = "256")]
    Ansi256,
    /// All
    Truecolor,
}

/// `--watch`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum WatchArg {
    /// By the system's events where it has them
    Auto,
    /// By looking once a second
    Poll,
    /// Not before the write
    Off,
}

/// `--policy`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PolicyArg {
    /// Wait for a person; headless: exit code 3
    Ask,
    /// Use the best place, nearest to the expected line, and report it
    Nearest,
}

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
                on_tie: match self.policy {
                    PolicyArg::Ask => OnTie::Ask,
                    PolicyArg::Nearest => OnTie::Nearest,
                },
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

/// Reads one of `names`, which help and completions list.
fn one_of(names: impl Iterator<Item = &'static str>) -> PossibleValuesParser {
    PossibleValuesParser::new(names.collect::<Vec<_>>())
}

fn form() -> impl TypedValueParser<Value = Form> {
    let names = Form::ALL.iter().map(|form| form.name());
    one_of(names).map(|name| Form::named(&name).expect("only names of forms are taken"))
}

fn whole_number(text: &str) -> Result<usize, String> {
    text.parse()
        .map_err(|_| "expected a whole number".to_string())
}

fn rel_path(text: &str) -> Result<RelPath, String> {
    RelPath::new(text).map_err(|fault| format!("{fault}; name a file by its path under the root"))
}

fn tier() -> impl TypedValueParser<Value = Tier> {
    let names = Tier::ALL.into_iter().map(Tier::name);
    one_of(names).map(|name| Tier::from_name(&name).expect("only names of tiers are taken"))
}

fn dialect() -> impl TypedValueParser<Value = &'static str> {
    dialect_of(DIALECTS.iter())
}

fn asked_dialect() -> impl TypedValueParser<Value = &'static str> {
    dialect_of(prompt::asked())
}

fn dialect_of(
    specs: impl Iterator<Item = &'static DialectSpec>,
) -> impl TypedValueParser<Value = &'static str> {
    one_of(specs.map(|spec| spec.name)).map(|name| {
        let spec = DialectSpec::named(&name);
        spec.expect("only names of dialects are taken").name
    })
}

fn permille(text: &str) -> Result<u16, String> {
    match text.parse::<f64>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok((share * 1000.0).round() as u16),
        Ok(_) | Err(_) => Err("say a number from 0 to 1, such as 0.8".to_string()),
    }
}

/// Reads a size such as `64M`, `500k` or `1000000`; units are powers of 1024.
fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit: u64 = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 1,
        "K" | "KB" | "KIB" => 1 << 10,
        "M" | "MB" | "MIB" => 1 << 20,
        "G" | "GB" | "GIB" => 1 << 30,
        _ => return Err("the units are K, M and G".to_string()),
    };
    let number: u64 = digits
        .parse()
        .map_err(|_| "say a number, such as 64M".to_string())?;
    number
        .checked_mul(unit)
        .filter(|bytes| *bytes <= crate::text::Text::MAX_BYTES as u64)
        .ok_or_else(|| "the most is 2047M".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::DEFAULT_LIMIT;
    use clap::CommandFactory;

    #[test]
    fn clap_finds_no_fault_in_the_definitions() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes_are_read_with_their_units() {
        assert_eq!(size("64M"), Ok(DEFAULT_LIMIT));
        assert_eq!(size("1k"), Ok(1024));
        assert_eq!(size("7"), Ok(7));
        assert!(size("9G").is_err() && size("x").is_err() && size("1T").is_err());
    }
}
