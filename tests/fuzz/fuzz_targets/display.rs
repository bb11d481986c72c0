//! Whatever the bytes, what is shown commands no terminal and hides nothing, and looking for hidden text never fails.
#![no_main]

use hunkwise::text::display::{display, display_line, is_hidden};
use hunkwise::text::hidden;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for piece in display(bytes, 4) {
        assert!(!piece.text.chars().any(|c| c.is_control() || is_hidden(c)));
    }
    let shown = display_line(bytes);
    // What is shown is safe to show again.
    assert_eq!(display_line(shown.as_bytes()), shown);
    for found in hidden::findings(bytes, hidden::Writing::Code) {
        assert!(!found.text.is_empty());
    }
});
