//! Conflicts that a merge left in a file.

use bstr::ByteSlice;

use super::Text;

/// Returns the line (0-based) at which the first conflict begins that a merge left in `text`: `<<<<<<<`, `=======` and
/// `>>>>>>>` in this order, each seven signs long at the start of its line.
pub fn first(text: &Text) -> Option<usize> {
    // Nearly no file has one: that is seen without a look at every line.
    if !text.as_bytes().contains_str("<<<<<<<") {
        return None;
    }
    let is = |line: usize, sign: u8| {
        let body = text.line(line);
        let rest = body.strip_prefix(&[sign; 7]);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(b" "))
    };
    let mut lines = 0..text.n_lines();
    let start = lines.find(|line| is(*line, b'<'))?;
    lines.find(|line| is(*line, b'='))?;
    lines.find(|line| is(*line, b'>'))?;
    Some(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<usize>) {
        assert_eq!(first(&Text::new(text)), expected, "{text}");
    }

    #[test]
    fn a_conflict_has_its_three_markers_in_order() {
        check("a\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> topic\n", Some(1));
        check(
            "<<<<<<< HEAD\nx\n||||||| base\nz\n=======\ny\n>>>>>>> t\n",
            Some(0),
        );
        check("Title\n=======\n", None);
        check("cat <<<<<<< x\n=======\n>>>>>>> y\n", None);
        check(">>>>>>> y\n=======\n<<<<<<< x\n", None);
    }
}
