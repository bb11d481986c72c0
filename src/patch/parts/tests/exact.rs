//! Parts that the file has as they are shown.

use super::{check, check_readings};

const PAGE: &str = "import a\n\ninterface Page {\n  items: T[];\n  total: number;\n}\n\ninterface User {\n  id: string;\n}\n\nfunction f() {\n  go();\n}\n";

#[test]
fn a_part_that_the_file_has_as_it_is_shown_is_context() {
    let part = "// ...\n  total: number;\n}\n// ...\n";
    // Its lines are in the file with another definition between them, too: that does not go without a word.
    check(part, PAGE, PAGE, 0);
    let after = PAGE.replace("import a\n", "import a\nimport b\n");
    check(&format!("import a\nimport b\n{part}"), PAGE, &after, 0);
    let services = "web:\n  image: web\n  restart: always\n\ndb:\n  image: db\n  restart: always\n\njobs:\n  image: jobs\n  restart: always\n";
    let shown = "# ...\n\ndb:\n  image: db\n  restart: always\n\n# ...\n\n  image: jobs\n  restart: never\n";
    let after = services.replace("jobs\n  restart: always", "jobs\n  restart: never");
    check(shown, services, &after, 0);
}

#[test]
fn less_than_a_definition_may_go_where_a_reply_changes_nothing_else() {
    let code = "def put(key):\n    check(key)\n    store.add(key)\n    log(key)\n    check(key)\n    log(key)\n";
    check_readings(
        "# ...\n    store.add(key)\n    log(key)\n# ...\n",
        code,
        (2, None),
    );
}
