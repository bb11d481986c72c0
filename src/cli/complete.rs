//! `complete`: the words that only the reply knows, its hunks and their places, and the values that a table lists. The scripts
//! of `completions` ask for them; where the line so far says too little, there are none.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::builder::PossibleValue;
use clap::{Arg, Parser};
use clap_complete::Shell;

use crate::patch::HunkId;
use crate::plan::{HunkPlan, State};
use crate::report::Exit;
use crate::session::Session;
use crate::text::display::display_line;
use crate::text::heading;
use crate::workspace::{ReplySource, read_reply};

use super::args::{Cli, Command, ReadArgs};
use super::{open, output};

/// The most places that are named of one hunk: those that the screen's digits reach.
const N_PLACES: usize = 9;

/// What a word is to name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// A hunk.
    Hunk,
    /// A hunk and where it goes.
    Place,
    /// Two hunks that overlap, and which of them stays.
    Overlap,
    /// A hunk and its file.
    Target,
    /// A hunk and something that only the person knows.
    Given,
    /// A hunk that is on disk already.
    OnDisk,
}

/// The flags whose values name hunks.
static FLAGS: &[(&str, Wanted)] = &[
    ("--choose", Wanted::Place),
    ("--lines", Wanted::Given),
    ("--edit", Wanted::Given),
    ("--reject", Wanted::Hunk),
    ("--overlap", Wanted::Overlap),
    ("--target", Wanted::Target),
    ("--keep", Wanted::OnDisk),
];

/// A word, and what it stands for.
type Suggestion = (String, String);

/// Prints what the last of `words` may become, a line each: the word, a tab, and what it stands for.
pub(crate) fn run(mut words: Vec<OsString>, is_next: bool) -> anyhow::Result<Exit> {
    if is_next {
        words.push(OsString::new());
    }
    let words = &words;
    let known = of_argument(words).or_else(|| of_flag(words));
    let known = known.or_else(|| suggestions(words));
    let lines = known.unwrap_or_default().into_iter();
    let lines: String = lines
        .map(|(word, about)| format!("{word}\t{about}\n"))
        .collect();
    output::print(lines).context("printing what may come next")?;
    Ok(Exit::Done)
}

/// Returns the values that the argument of a command may have; `None` where it may have any.
fn of_argument(words: &[OsString]) -> Option<Vec<Suggestion>> {
    let [name, begun] = words else {
        return None;
    };
    let command = super::command();
    let values = values(&command, command.find_subcommand(name)?);
    begun_so(values, begun.to_str()?)
}

/// Returns the values that the flag of the last word, or right before it, may have; `None` where it may have any.
fn of_flag(words: &[OsString]) -> Option<Vec<Suggestion>> {
    let (last, before) = words.split_last()?;
    let last = last.to_str()?;
    let (flag, begun) = match last.split_once('=') {
        Some(in_word) => in_word,
        None => (before.last()?.to_str()?, last),
    };
    let program = super::command();
    let command = before.iter().find_map(|word| program.find_subcommand(word));
    let mut flags = command.unwrap_or(&program).get_arguments();
    let name = flag.strip_prefix("--")?;
    let flag = flags.find(|it| it.get_long() == Some(name) && it.get_action().takes_values())?;
    begun_so(of_table(flag).collect(), begun)
}

/// Returns the values that begin so; `None` where there are none.
fn begun_so(mut values: Vec<Suggestion>, begun: &str) -> Option<Vec<Suggestion>> {
    values.retain(|(value, _)| value.starts_with(begun));
    (!values.is_empty()).then_some(values)
}

fn values(program: &clap::Command, command: &clap::Command) -> Vec<Suggestion> {
    // The names of commands are known once all are defined.
    if command.get_name() == "man" {
        let visible = program.get_subcommands().filter(|it| !it.is_hide_set());
        let about = |it: &clap::Command| it.get_about().map_or(String::new(), ToString::to_string);
        return visible
            .map(|it| (it.get_name().to_string(), about(it)))
            .collect();
    }
    let argument = command.get_positionals().next();
    argument.into_iter().flat_map(of_table).collect()
}

/// Returns the values that the table of an argument lists.
fn of_table(argument: &Arg) -> impl Iterator<Item = Suggestion> + use<> {
    let about = |it: &PossibleValue| it.get_help().map_or(String::new(), ToString::to_string);
    let values = argument.get_possible_values().into_iter();
    values.map(move |it| (it.get_name().to_string(), about(&it)))
}

fn wanted(flag: &str) -> Option<Wanted> {
    let row = FLAGS.iter().find(|(name, _)| *name == flag)?;
    Some(row.1)
}

/// Returns what the last word may become; `None` where it names no hunk, or the reply cannot be read.
fn suggestions(words: &[OsString]) -> Option<Vec<Suggestion>> {
    let (begun, before) = words.split_last()?;
    let begun = begun.to_str()?;
    let in_word = begun.split_once('=');
    let in_word = in_word.and_then(|(flag, value)| Some((wanted(flag)?, value)));
    let (wanted, begun, before) = match (in_word, before.split_last()) {
        (Some((wanted, value)), _) => (wanted, value, before),
        (None, Some((flag, rest))) if flag.to_str().is_some_and(|it| wanted(it).is_some()) => {
            (wanted(flag.to_str()?)?, begun, rest)
        }
        (None, _) => (Wanted::Hunk, begun, before),
    };
    let is_of_flag = before.len() + 1 < words.len() || in_word.is_some();
    let line = std::iter::once(OsString::from("hunkwise")).chain(before.iter().cloned());
    let cli = Cli::try_parse_from(line).ok()?;
    let (patches, reading) = patches(&cli, is_of_flag)?;
    let session = session(&patches, reading)?;
    let hunks = session.plan().hunks();
    let suggested = hunks.flat_map(|hunk| of_hunk(&session, hunk, wanted));
    Some(suggested.filter(|it| it.0.starts_with(begun)).collect())
}

/// Returns the patches that a line names, and how they are read; without a flag, only `explain` takes a hunk.
fn patches(cli: &Cli, is_of_flag: bool) -> Option<(Vec<PathBuf>, &ReadArgs)> {
    let one = |patch: &Path| vec![patch.to_path_buf()];
    if !is_of_flag && !matches!(&cli.command, Some(Command::Explain(args)) if args.hunk.is_none()) {
        return None;
    }
    match &cli.command {
        Some(Command::Explain(args)) => Some((one(&args.patch), &args.reading)),
        None => Some((cli.review.patches.patches.clone(), &cli.review.reading)),
        Some(Command::Review(args)) => Some((args.patches.patches.clone(), &args.reading)),
        Some(Command::Check(args)) => Some(headless(&args.headless)),
        Some(Command::Apply(args)) => Some(headless(&args.headless)),
        Some(Command::Convert(args)) => Some((one(&args.patch), &args.reading)),
        Some(_) => None,
    }
}

fn headless(args: &super::args::HeadlessArgs) -> (Vec<PathBuf>, &ReadArgs) {
    (args.patches.patches.clone(), &args.reading)
}

/// Matches what the files hold; a pipe is left to the command itself.
fn session(patches: &[PathBuf], reading: &ReadArgs) -> Option<Session> {
    let mut reply = Vec::new();
    for patch in patches {
        if !reply.is_empty() && !reply.ends_with(b"\n") {
            reply.push(b'\n');
        }
        reply.extend(read_reply(ReplySource::RegularFile(patch), reading.limit).ok()?);
    }
    let workspace = open::workspace(reading).ok()?;
    open::matched(reply, reading, &workspace).ok()
}

fn of_hunk(session: &Session, hunk: &HunkPlan, wanted: Wanted) -> Vec<Suggestion> {
    let id = session.label(hunk.id);
    let path = crate::report::file_name(session, hunk.id.file);
    let about = format!("{path}, {}", hunk.state.name());
    match wanted {
        Wanted::Hunk => vec![(id, about)],
        Wanted::Place => places(session, hunk, &path),
        Wanted::Overlap => overlaps(session, hunk),
        Wanted::Given => vec![(format!("{id}="), about)],
        Wanted::Target => {
            let close = session.close_paths(hunk.id.file);
            let plain = close.iter().map(|path| path.to_text());
            let plain = plain.filter(|path| display_line(path.as_bytes()) == *path);
            let mut named: Vec<Suggestion> = plain
                .map(|path| (format!("{id}={path}"), about.clone()))
                .collect();
            if named.is_empty() {
                named.push((format!("{id}="), about));
            }
            named
        }
        Wanted::OnDisk => {
            let is_there = matches!(hunk.state, State::AlreadyApplied | State::NoOp);
            is_there.then_some((id, about)).into_iter().collect()
        }
    }
}

fn places(session: &Session, hunk: &HunkPlan, path: &str) -> Vec<Suggestion> {
    let id = session.label(hunk.id);
    let snapshot = session.plan().files[hunk.id.file].snapshot.as_ref();
    let text = snapshot.and_then(|snapshot| snapshot.text());
    let Some((text, found)) = text.zip(session.found(hunk.id)) else {
        return Vec::new();
    };
    let listed = found.candidates.iter().filter(|place| !place.is_no_match());
    let mut named: Vec<Suggestion> = listed
        .take(N_PLACES)
        .map(|place| {
            let line = place.span.start + 1;
            let within = heading::enclosing_path(text, place.first_changed());
            let within = within.map_or(String::new(), |within| format!(", in `{within}`"));
            (
                format!("{id}={line}"),
                format!("{path} line {line}{within}"),
            )
        })
        .collect();
    let n_tied = found.tied().len();
    if n_tied > 1 {
        named.push((format!("{id}=all"), format!("{path}, all {n_tied} places")));
    }
    named
}

fn overlaps(session: &Session, hunk: &HunkPlan) -> Vec<Suggestion> {
    let State::Overlap(with) = &hunk.state else {
        return Vec::new();
    };
    let id = session.label(hunk.id);
    let others = with.iter().filter(|other| **other > hunk.id.hunk);
    let pairs = others.map(|other| {
        session.label(HunkId {
            hunk: *other,
            ..hunk.id
        })
    });
    let ways = [
        ("first", "the first alone"),
        ("second", "the second alone"),
        ("both", "both, the first one's lines first"),
        ("reversed", "both, the second one's lines first"),
        ("neither", "neither"),
    ];
    pairs
        .flat_map(|other| {
            let id = &id;
            ways.map(|(keep, about)| (format!("{id},{other}={keep}"), about.to_string()))
        })
        .collect()
}

/// Completes the names of hunks in bash, behind what clap's own script does.
static BASH: &str = r#"
# The hunks of the reply on the line, by `hunkwise complete`. Bash cuts words at `=`, so the line is read anew.
_hunkwise_and_hunks() {
    local line="${COMP_LINE:0:COMP_POINT}" word value found
    local -a words
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    found=$("${words[0]}" complete -- "${words[@]:1}" 2>/dev/null)
    if [[ -z $found ]]; then
        _hunkwise "$@"
        return
    fi
    COMPREPLY=()
    word="${words[${#words[@]}-1]}"
    while IFS=$'\t' read -r value _; do
        case "$word" in
            --*=*=* | [!-]*=*) value="${value#*=}" ;;
        esac
        COMPREPLY+=("$value")
        [[ $value == *= ]] && compopt -o nospace 2>/dev/null
    done <<<"$found"
}
complete -F _hunkwise_and_hunks -o bashdefault -o default hunkwise
"#;

static ZSH: &str = r#"
# The hunks of the reply on the line, by `hunkwise complete`.
_hunkwise_hunks() {
    local line
    local -a said values shown
    said=("${(@Q)${(z)LBUFFER}}")
    [[ $LBUFFER == *[[:space:]] ]] && said+=('')
    for line in "${(@f)$("${said[1]}" complete -- "${(@)said[2,-1]}" 2>/dev/null)}"; do
        [[ -n $line ]] || continue
        values+=("${line%%$'\t'*}")
        shown+=("${line/$'\t'/  }")
    done
    (( $#values )) || return 1
    compadd -S '' -l -d shown -- "${(@)values}"
}
"#;

static FISH: &str = r#"
# The hunks of the reply on the line, by `hunkwise complete`.
function __fish_hunkwise_hunks
    set -l said (commandline -opc)
    $said[1] complete -- $said[2..] (commandline -ct) 2>/dev/null
end
complete -c hunkwise -n "__fish_hunkwise_using_subcommand explain" -a "(__fish_hunkwise_hunks)"
for name in completions man prompt schema themes
    complete -c hunkwise -n "__fish_hunkwise_using_subcommand $name" -x -a "(__fish_hunkwise_hunks)"
end
"#;

static ELVISH: &str = r#"
# The hunks of the reply on the line, and the values of flags, by `hunkwise complete`.
var hunkwise-flags~ = $edit:completion:arg-completer[hunkwise]
set edit:completion:arg-completer[hunkwise] = {|@words|
    var word = $words[-1]
    var flag = ''
    if (and (str:has-prefix $word '--') (str:contains $word '=')) {
        set flag = (str:split &max=2 '=' $word | take 1)'='
    }
    var found = [(try { (external $words[0]) complete -- (all $words[1..]) 2>/dev/null } catch e { })]
    if (== (count $found) 0) {
        hunkwise-flags $@words
    } else {
        for line $found {
            var value about = (str:split &max=2 "\t" $line)
            edit:complex-candidate $flag$value &display=$value'  '$about
        }
    }
}
"#;

/// An empty word is not handed over by every PowerShell, so `--next` says it.
static POWERSHELL: &str = r#"
    # The hunks of the reply on the line, and the values of flags, by `hunkwise complete`.
    $said = @('complete')
    if ($wordToComplete -eq '') { $said += '--next' }
    $said += '--'
    $said += @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
    $flag = if ($wordToComplete -match '^--[^=]+=') { $Matches[0] } else { '' }
    $program = $commandAst.CommandElements[0].ToString()
    $found = @(& $program @said 2>$null)
    if ($found) {
        foreach ($line in $found) {
            $value, $about = $line -split "`t", 2
            if (-not $about) { $about = $value }
            $word = "$flag$value"
            if ($word -match '[,;\s]') { $word = "'$word'" }
            [CompletionResult]::new($word, $value, [CompletionResultType]::ParameterValue, $about)
        }
        return
    }
"#;

/// Returns a shell's script, which knows the flags, with what asks for the names of hunks.
pub(super) fn script(shell: Shell, flags: String) -> String {
    if shell == Shell::Bash {
        flags + BASH
    } else if shell == Shell::Zsh {
        let names_hunks = |line: &str| {
            let of_flag = |(flag, _): &(&str, Wanted)| line.starts_with(&format!("'*{flag}="));
            FLAGS.iter().any(of_flag) || line.starts_with("'::hunk -- ")
        };
        // It takes the first word for a patch, and the second for a command: the first may be either.
        let lines = flags
            .split_inclusive('\n')
            .filter(|line| !line.starts_with("'::patches -- "));
        let lines = lines.map(|line| {
            if line.starts_with("\":: :_hunkwise_commands\"") {
                line.replace(":_hunkwise_commands", ":{ _hunkwise_commands; _files }")
            } else if line.contains("$line[2]") {
                line.replace("$line[2]", "$line[1]")
            } else if names_hunks(line) {
                line.replace(":_default'", ":_hunkwise_hunks'")
            } else {
                line.to_string()
            }
        });
        // The first line says what the script is for; the last ones run it.
        let lines: String = lines.collect();
        lines.replacen('\n', &format!("\n{ZSH}"), 1)
    } else if shell == Shell::Fish {
        let of_flag = |(flag, _): &(&str, Wanted)| {
            let name = flag.trim_start_matches('-');
            format!("complete -c hunkwise -l {name} -x -a \"(__fish_hunkwise_hunks)\"\n")
        };
        flags + FISH + &FLAGS.iter().map(of_flag).collect::<String>()
    } else if shell == Shell::Elvish {
        flags + ELVISH
    } else if shell == Shell::PowerShell {
        let parameters = "param($wordToComplete, $commandAst, $cursorPosition)\n";
        flags.replacen(parameters, &format!("{parameters}{POWERSHELL}"), 1)
    } else {
        flags
    }
}
