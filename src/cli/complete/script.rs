//! The scripts of `completions`: clap's own, which know the flags, with what asks `complete` for the names of hunks.

use clap_complete::Shell;

use super::{FLAGS, Wanted};

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
pub(in crate::cli) fn script(shell: Shell, flags: String) -> String {
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
