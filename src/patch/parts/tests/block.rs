//! Parts below a gap that is deeper than a line above it: they are of the block of that line.

use super::check;

#[test]
fn what_is_below_a_deeper_gap_is_of_the_block_above_it() {
    let class = |name: &str, value: &str| {
        format!(
            "class {name}:\n    def one(self):\n        return 1\n\n    def two(self):\n        b = make({value})\n        save(b)\n        return b\n\n\n"
        )
    };
    let classes = |value: &str| class("A", "") + &class("B", value) + &class("C", "");
    let two = "\n    def two(self):\n        b = make(1)\n        save(b)\n        return b\n";
    let content = format!("# ...\n\nclass B:\n    # ...\n{two}\n# ...\n");
    check(&content, &classes(""), &classes("1"), 0);
    let go = |kind: &str, error: &str| {
        format!(
            "func Get{kind}(id int) error {{\n\trow := find{kind}(id)\n\tif err := row.Scan(); err != nil {{\n\t\treturn {error}\n\t}}\n\treturn nil\n}}\n\n"
        )
    };
    let all = |error: &str| go("User", "err") + &go("Order", error) + &go("Jar", "err");
    let content = "// ...\nfunc GetOrder(id int) error {\n\t// ...\n\tif err := row.Scan(); err != nil {\n\t\treturn wrap(err)\n\t}\n\treturn nil\n}\n// ...\n";
    check(content, &all("err"), &all("wrap(err)"), 0);
    // Without anything else that stays, its last line is found by what closes the block.
    let tf = |name: &str, tags: &str| {
        format!(
            "resource \"a\" \"{name}\" {{\n  ami = 1\n  tags = {{\n    app = \"s\"\n{tags}  }}\n}}\n\n"
        )
    };
    let all = |tags: &str| tf("x", tags) + &tf("y", "");
    let content = "# ...\nresource \"a\" \"x\" {\n  ami = 1\n  tags = {\n    # ...\n    kind = \"l\"\n  }\n}\n# ...\n";
    check(content, &all(""), &all("    kind = \"l\"\n"), 0);
    // The gap is only written deeper than what it leaves out.
    let content = format!("class A:\n    # ...\n\nclass C:\n    # ...\n{two}");
    let after = class("A", "") + &class("B", "") + &class("C", "1");
    check(&content, &classes(""), &after, 0);
}
