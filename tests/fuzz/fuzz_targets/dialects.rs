//! Whatever the reply, it is read without failing, every span lies inside of it, and completing its hunks beside a text
//! keeps their number.
#![no_main]

use hunkwise::dialect::{self, DIALECTS, ParseOptions, Strictness};
use hunkwise::text::{LineSpan, Text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &[u8], &[u8])| {
    let (choice, reply, target) = input;
    let options = ParseOptions {
        // Mostly all dialects at once, now and then one alone.
        dialect: DIALECTS.get(usize::from(choice) / 4).map(|spec| spec.name),
        strip: (choice % 4 == 1).then_some(1),
        strictness: match choice % 2 {
            0 => Strictness::Lenient,
            _ => Strictness::Specification,
        },
        ..ParseOptions::default()
    };
    let n_lines = Text::new(reply).n_lines();
    let inside = |span: LineSpan| span.start <= span.end && span.end <= n_lines;
    let parsed = dialect::parse(reply, &options);
    let files = &parsed.patch.files;
    for note in &parsed.notes {
        assert!(inside(note.span));
        let exists = |id: hunkwise::patch::HunkId| files[id.file].hunks.len() > id.hunk;
        assert!(note.hunk.is_none_or(exists));
    }
    let text = Text::new(target);
    for file in files {
        assert!(inside(file.origin) && file.hunks.iter().all(|hunk| inside(hunk.origin)));
        assert_eq!(file.completed(&text).hunks.len(), file.hunks.len());
    }
});
