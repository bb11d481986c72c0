//! Why a hunk waits though it may be right.

use crate::text::worded::with_words;

with_words! {
    /// Why a hunk is never placed unasked, though it may be right.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Unsure;
    /// Returns the reason, for people.
    pub fn words;
    /// The reply ends within it.
    CutOff "the reply ends in the middle of a change",
    /// What its header, or the first half of it, announces is missing.
    Unfinished "what it announces is missing: the reply may be cut off",
    /// A line of its new text stands for others, which would be lost where it takes their place.
    LinesLeftOut "a new line is a placeholder for lines left out",
    /// It replaces a part of a line, and what it writes runs into the rest of it.
    Glued "it joins new text to a line that it does not replace",
    /// Its new text carries line numbers that its old text does not.
    NumbersCopied "its new lines begin with line numbers, its old ones do not",
    /// Its new text has entities such as `&gt;`, and none of the signs that they stand for.
    EntitiesShown "its new lines have entities such as `&gt;` for characters",
    /// It shows no change, and ends before its file does: the reply may end before the change.
    EndsEarly "it changes nothing and ends before the file does: it may be cut off",
    /// It is all of its file, and nothing but the space around its lines differs.
    OnlyIndented "it changes only how lines are indented",
    /// A line of it has no mark, or one that is no `-` or `+`.
    MarkUnclear "a line begins with neither a blank, `-` nor `+`",
    /// Its divider is as long as no marker: it may be an underline in its text.
    OddDivider "its divider (`=`) differs in length from its markers",
    /// Its block names a second file further down.
    SeveralFiles "its block names a second file further down",
    /// The words above it name several files together.
    NamesSeveral "the words above it name several files",
    /// Its new text holds marks of an edit.
    HoldsMarks "its new lines hold edit markers such as `<<<<<<< SEARCH`",
    /// It leaves lines out (`...`), and more than one stretch of the file, or nothing certain, is what that stands for.
    GapUnclear "it is unclear which lines its `...` leaves out",
    /// Not all of the file was looked through for the text it replaces.
    NotLookedThrough "too many such edits: not all of the file was searched",
    /// Its old text stands within other lines, too, where one place is meant.
    StandsWithin "its old text is also part of other lines",
    /// Its old text does not stand in as many places as it says.
    OtherCount "its old text does not occur as often as it says",
    /// Its new lines are indented, and the line that it names beside them is not, which may be so in the file or not.
    IndentUnclear "its new lines are indented, and the line beside them is not",
    /// Its old text stands outside of the lines in which it is to be looked for.
    OutOfRange "its old text is outside of the lines that it names",
    /// A command above it printed it.
    Printed "a command printed this diff; it may be applied already",
    /// A shell would put what only it knows in the place of a part of its text.
    Expanded "a shell would expand `$...` and commands in the text",
    /// Its script changes to a folder that cannot be determined.
    FolderUnknown "its script first changes to an unknown folder",
    /// The words above it may announce an example.
    Shown "it may be only an example",
    /// A file of a patch is to be made, and something beside it speaks of applying it.
    PatchKept "it is a file of a patch, which may be meant to be applied",
    /// A comment names its file that is not in the file's language: `# src/x.rs`.
    ForeignComment "a comment of another language names its file",
    /// The words around it may remove or rename a definition, and it keeps that.
    DefinitionKept "the reply may remove or rename a definition that this edit keeps",
    /// It stands in a block under the name of a file that it does not change.
    OtherName "it is under the name of another file",
    /// The words above it may mean another file that has its old text, too.
    WhichFile "the words above it may mean another file, which it fits, too",
    /// Its call was refused, or failed.
    CallFailed "the transcript says that this call failed or was refused",
    /// Its call, or its command, only tries it out.
    TriedOnly "its call only tries it out, as a dry run",
    /// The tool of its call is called by words that are not those of editing.
    OtherTool "its tool or operation is not known to edit",
    /// Its new text may begin with an empty line, or the break is that of the tags around it.
    BreakUnclear "it is unclear whether its text begins with an empty line",
    /// A switch of its call turns it off.
    TurnedOff "a field of its call says not to run it",
    /// A field of its call that is not known may say that it is not to be made.
    FieldUnknown "an unknown field of its call may say not to run it",
    /// The words around it take it back, or warn of it.
    TakenBack "the reply may advise against it",
    /// The words above it offer it as one of several.
    Offered "it is one of several alternatives",
    /// The words around it leave it to the reader.
    Optional "the surrounding text leaves it to you",
    /// The words above it may mean it for another branch, repository, reader or time.
    Elsewhere "it may be meant for another branch, reader or time",
    /// Its command applies it to other files than those of the root: `patch -d sub`, `git apply --cached`.
    OtherFiles "its command applies it in another folder, or not to the files",
    /// Only words around its code say what is to change: that two blocks are one change, that the lines of one are to go.
    Paired "only the words around its code say what to change",
    /// The same, and labels such as `Before` and `After` call one block the old code and one the new: an edit where the old code
    /// is in one place of the file, to the letter.
    Labelled "only the words around its code say what to change",
    /// Its file is to be made new, but there is one.
    Exists "it asks for a new file, but the file exists",
    /// Words ask to add it to the file, and beside the file it reads as one that removes lines.
    AddsOnly "the reply asks to add it, but read as the whole file it removes lines",
    /// It is of a whole file that has less than half of the lines of the one it replaces.
    Unlike "it keeps less than half of the lines of the file it replaces",
    /// It is of content that is indented by spaces, and the file by tabs.
    TabsLost "it is indented by spaces, and the file by tabs",
    /// A new line has letters in UTF-8, and the file is in an encoding that is not known, or lacks them.
    OtherEncoding "its new lines are UTF-8, and the file is not",
    /// Its new lines are not UTF-8, and the file is.
    NotUtf8 "its new lines are not UTF-8, and the file is",
    /// It is of content that is indented by tabs, and the file by spaces.
    SpacesLost "it is indented by tabs, and the file by spaces",
    /// It is a part of its file whose first or last line may be new, or stand for one that is there.
    EdgeChanged "the first or last line of the snippet may be new or changed",
    /// It is a part of its file, and nothing shows whether its new lines replace others or come beside them.
    ReachUnclear "it is unclear which lines it replaces",
    /// It is a part of its file, and adds a name that a line which is left out has.
    NameLeftOut "it adds a name that a line near it, left out here, has too",
    /// It is a part of its file, and a definition goes that it may have renamed, replaced or only left out.
    DefinitionGone "it renames a definition, or drops it",
    /// It is a part of its file, and a new line of it may stand for this one (0-based), which is not shown.
    MayReplace(u32) "a new line may replace one beside it, which stays",
    /// It is a part of its file, and adds only remarks to lines that stay: it may quote them.
    OnlyRemarks "it only adds comments: it may quote the code of today",
    /// It is a part of its file whose lines stand in several places.
    AnchorsRepeat "the lines shown exist in several places",
    /// It may be a part of its file only, and all else would go.
    PartOnly "it may be a part of the file only, and the rest would go",
    /// It is read as a part of its file, and may be all of it: the lines that it does not show would go.
    RestLeftOut "it may be the whole file; the lines it does not show are kept",
    /// The reply has too many sections about one file for this one to be compared with it.
    NotCompared "too many sections on one file: it would replace all of it",
    /// The lines of its file that it was worked out for have changed since.
    Drifted "the file changed at or beside its lines since matching",
}

impl Unsure {
    /// Returns whether it is what the words around an edit say of it.
    pub fn is_said(self) -> bool {
        let said = [
            Unsure::TakenBack,
            Unsure::Offered,
            Unsure::Optional,
            Unsure::Elsewhere,
            Unsure::Shown,
        ];
        said.contains(&self)
    }

    /// Returns whether the question is what the reply asks of the file: a hunk that changes nothing is no answer to it.
    pub fn asks_for_result(self) -> bool {
        self == Unsure::DefinitionKept
    }

    /// Returns whether the old text is in the file to the letter: that the result is there, too, shows nothing.
    pub fn has_exact_old_text(self) -> bool {
        self == Unsure::Glued
    }

    /// Returns whether lines of the file that the reply does not show may be meant to go or to stay.
    pub fn is_of_edge(self) -> bool {
        matches!(
            self,
            Unsure::EdgeChanged
                | Unsure::ReachUnclear
                | Unsure::NameLeftOut
                | Unsure::DefinitionGone
                | Unsure::MayReplace(_)
                | Unsure::AnchorsRepeat
        )
    }
}
