//! What is said of edits of which only one is meant, or of which a later one takes the place of an earlier.

use std::sync::LazyLock;

use super::phrase::{Class, Phrases};

/// The words that rows name together.
const CLASSES: &[Class] = &[
    (
        "take",
        &[
            "use",
            "take",
            "apply",
            "applying",
            "using",
            "pick",
            "choose",
            "select",
            "try",
            "do",
            "need",
            "want",
            "merge",
            "adopt",
            "implement",
            "keep",
            "suggest",
            "recommend",
            "propose",
            "require",
            "prefer",
            "accept",
            "go",
        ],
    ),
    ("choose", &["choose", "pick", "select"]),
    (
        "several",
        &[
            "these",
            "those",
            "them",
            "following",
            "above",
            "below",
            "two",
            "three",
            "both",
            "four",
        ],
    ),
    (
        "count",
        &[
            "two",
            "three",
            "four",
            "several",
            "multiple",
            "some",
            "different",
            "couple",
            "few",
        ],
    ),
    (
        "ways",
        &[
            "options",
            "alternatives",
            "approaches",
            "variants",
            "possibilities",
            "ways",
            "methods",
            "solutions",
            "ideas",
            "strategies",
            "proposals",
            "choices",
        ],
    ),
    (
        "edit",
        &[
            "change",
            "changes",
            "edit",
            "edits",
            "diff",
            "diffs",
            "patch",
            "patches",
            "fix",
            "fixes",
            "block",
            "blocks",
            "snippet",
            "snippets",
            "suggestion",
            "suggestions",
            "version",
            "versions",
            "option",
            "options",
            "variant",
            "variants",
            "alternative",
            "alternatives",
            "approach",
            "approaches",
            "solution",
            "solutions",
            "way",
            "ways",
            "proposal",
            "answer",
            "attempt",
            "code",
            "one",
            "idea",
        ],
    ),
    (
        "suffice",
        &[
            "work",
            "works",
            "do",
            "does",
            "fix",
            "fixes",
            "solve",
            "solves",
            "suffice",
            "suffices",
            "help",
            "helps",
            "enough",
            "sufficient",
            "be",
        ],
    ),
    (
        "prefer",
        &[
            "prefer", "like", "want", "better", "rather", "go", "choose", "pick", "suits", "apply",
        ],
    ),
    (
        "recommend",
        &[
            "recommend",
            "prefer",
            "favour",
            "favor",
            "suggest",
            "choose",
            "pick",
            "take",
            "with",
            "towards",
            "for",
            "use",
        ],
    ),
    ("ordinal", &["first", "second", "third", "latter", "former"]),
    (
        "above",
        &[
            "above", "previous", "earlier", "former", "first", "last", "old",
        ],
    ),
    (
        "better",
        &[
            "better",
            "cleaner",
            "simpler",
            "nicer",
            "neater",
            "shorter",
            "safer",
            "correct",
            "right",
            "final",
            "revised",
            "updated",
            "corrected",
            "improved",
            "fixed",
        ],
    ),
    (
        "regret",
        &[
            "hmm", "hm", "wait", "no", "oops", "actually", "oh", "nope", "sorry", "argh",
        ],
    ),
    (
        "fails",
        &[
            "breaks", "break", "broke", "fails", "failed", "fail", "crashes", "misses", "won",
            "doesn", "didn", "isn", "not",
        ],
    ),
];

/// Only one of several edits is meant, wherever it is said.
pub(super) static CHOICE: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::of(
        &[
            "@take only|just? ~2 one|either|any|whichever one? of the? @several two|three? @edit? and|or|that|here|below|above|you|to?",
            "one|either|any one? of the? @several two|three? @edit? will|would|should|can|could @suffice",
            "one|either|any one? of the? @several @edit? works|fixes|solves|suffices|is enough|sufficient? $",
            "^ either|whichever one|@edit? works|suffices|fixes|solves|will|would|is",
            ", either|whichever one|@edit? works|suffices|fixes|solves|will|would|is",
            "@choose one|either $",
            "@take whichever",
            "@choose the one|version|option you|that|which",
            "@choose between|from|among the? @several",
            "take|have your pick",
            "choice is yours",
            "your call|choice|pick|decision $",
            "torn|undecided between",
            "mutually exclusive",
            "one or the other",
            "not both",
            "don|not|never|needn t? @take both $",
            "don|not|never|needn t? @take both of",
            "only|just @take one|either @edit? $",
            "@take only|just one|either @edit? $",
            "only|just @take|needed one|either of",
            "@take only|just one|either of",
            "only one of the? @several ~2 needed|required|necessary|applied|used",
            "which one of? ~4 @prefer",
            "which of the? @several ~4 @prefer",
            "which option|approach|variant|alternative|fix|patch|diff|solution|change|proposal ~4 @prefer",
            "which do|would|should you|i ~2 @prefer",
            "which you @prefer",
            "tell|know which $",
            "tell|know which one|to",
            "d|would|ll go? @recommend the @ordinal one|@edit? $",
            "^ i recommend|prefer|favour|favor|suggest the @ordinal one|@edit? $",
            "only the @ordinal one|@edit? is needed|required|necessary",
        ],
        CLASSES,
    )
});

/// The edits below are ways to do one thing.
pub(super) static WAYS: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::of(
        &[
            "^ ~1 there|here are|re a? @count of? ~1 @ways $",
            "^ ~1 there|here are|re a? @count of? ~1 @ways to|here|below|for",
            "^ ~1 i|you|we|ll see|have|got|show|give|offer a? @count of? ~1 @ways $",
            "^ ~1 i|you|we|ll see|have|got|show|give|offer a? @count of? ~1 @ways here|below|to",
            "^ a? @count of? ~1 @ways $",
            "^ a? @count of? ~1 @ways to ~3 $",
            "^ ~3 @count possible|candidate|alternative|potential|competing @edit",
            "^ both @ways are|below",
        ],
        CLASSES,
    )
});

/// One of them was taken: what follows is no choice.
pub(super) static DECIDED: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::of(
        &["chose|went|picked|settled|decided|took|chosen|implemented|did|considered|weighed"],
        CLASSES,
    )
});

/// The edit below takes the place of the one above.
pub(super) static SUPERSEDING: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::of(
        &[
            "^ @regret? ,? instead|rather of|than the? this|that|above|previous|earlier|these|those @edit? $",
            "^ @regret? ,? instead|rather of|than the? my? this|that|above|previous|earlier|first|last @edit? above? ,? please|just|you|i|we|d? would|should|can|could? use|do|take|apply|try|go|prefer|recommend|suggest",
            "use|do|take|apply|try this|it|these instead|rather of|than the? this|that|above|previous|earlier",
            "replaces|supersedes|replace|supersede|drop|remove|overrides|discards the|my @above @edit",
            "^ let|i me|ll redo|rewrite|rephrase|correct|fix|retry|revise that|this|it $",
            "^ let|i me|ll try|start again|over",
            "^ try again",
            "^ @regret ,? @regret",
            "^ @regret ,? that|this|it @fails",
            "^ @regret ,? this is what|the",
            "^ edit|update|correction ,? use|take|apply",
            "^ this is ~1 better|right|correct|simpler|cleaner one|@edit",
            "^ rather|better ,? do|change|use|try|take|apply",
            "^ hold|hang on $",
            "^ @regret? my actual|real|final recommendation|suggestion|advice|answer|preference|proposal",
            "would|d rather|better not touch|change|do|use",
        ],
        CLASSES,
    )
});

/// The edits above are not to be made.
pub(super) static RETRACTING: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::of(
        &[
            "none of this|these|that|it is|are|was|were needed|necessary|required",
            "not needed|necessary|required after all",
            "leave|keep that|this file|one? alone|unchanged|untouched",
            "^ which|but that|this|it? @fails ~1 compile|build|work|help|run|pass|start",
            "^ which|but that|this|it? did|does not ~1 compile|build|work|help|run|pass|start",
            "@ordinal @edit is|was|are only|just|merely|purely for|to|an|a illustration|example|show|illustrate|reference|sketch",
        ],
        CLASSES,
    )
});

/// The edit below was tried, or is somebody's, and is not what the reply asks for.
pub(super) static REJECTED: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::of(
        &[
            "^ ~1 i|we first|initially|originally tried|wrote|thought|attempted|had",
            "i|we disagree|object with|to this|it|that",
            "not|t decided|finished|settled|tested ~2 yet",
            "^ roughly like this",
        ],
        CLASSES,
    )
});

/// The question whether the edit below is wanted rather than the one above.
pub(super) static PROPOSED: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::of(&["^ or should|shall|would|do|did|could|want"], CLASSES));

/// A label of one that does.
pub(super) static BETTER: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::of(
        &[
            "^ @regret? ,? or|and|here? s|is? a|an|the|my|even|much|slightly? @better @better? still|yet? @edit? is|would|ll|here? be? ,? $",
        ],
        CLASSES,
    )
});

/// The edit below is for the case that the one above does not do.
pub(super) static FALLBACK: LazyLock<Phrases> = LazyLock::new(|| {
    Phrases::of(
        &[
            "^ or? if|should|in case? that|this|it|the above|first|previous|latter|change|fix|patch? ~2 @fails",
            "^ or? if the above|previous|first|change|fix|patch|edit @edit? ~2 @fails",
            "^ should that|this|it not",
            "^ failing that|this",
            "^ as? a? fallback|backup",
            "^ in case you ~3 prefer|want|like|rather|don|dislike|need",
            "^ for|if those|people|anyone|anybody|you who|dislike|d",
        ],
        CLASSES,
    )
});
