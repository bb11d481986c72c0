#!/usr/bin/env python3
"""Compare the program with reference implementations and with real chat replies, where their corpus lies beside the project.

  tests/replies.py [PROGRAM]      default: the one built last

Every difference must stand in tests/deviations.toml with the reason for it, and every row there must still be needed.
Exit code 0: as expected, or there is no corpus (it says so); 1: a difference without a reason, or a reason without one.
"""
import collections
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(HERE)
CORPUS = os.path.join(TOP, "..", "shared", "corpus")
# What a reply's order of markers being wrong is called.
MALFORMED = {"marker_order", "marker_missing", "marker_repaired", "no_patch"}


def program():
    if len(sys.argv) > 1:
        return os.path.abspath(sys.argv[1])
    built = [os.path.join(TOP, "target", kind, "hunkwise") for kind in ("release", "debug")]
    return max(built, key=lambda path: os.path.getmtime(path) if os.path.exists(path) else 0)


def load(name):
    with gzip.open(os.path.join(CORPUS, name), "rt", encoding="utf-8", newline="\n") as rows:
        return [json.loads(row) for row in rows]


def peers(prog, *args):
    """Runs the corpus's own grader and returns what it prints."""
    grader = [sys.executable, os.path.join(CORPUS, "peers.py"), args[0], "--prog", prog]
    return subprocess.run(grader + list(args[1:]), capture_output=True, text=True, check=True).stdout


def graded(prog, verdict):
    """The cases that the grader gives `verdict`, by their source."""
    shown = peers(prog, "cases", "--corpus", os.path.join(CORPUS, "peer-cases.jsonl.gz"), "--show", verdict)
    heads = re.findall(r"^-{100} \n(.*?)  \[[\w-]+\]  " + verdict + ":", shown, re.MULTILINE)
    return {(source, verdict) for source in heads}, shown.rsplit("rows that", 1)[-1]


def check(prog, reply):
    """The report of `check` on a reply without any target."""
    with tempfile.TemporaryDirectory() as root:
        run = subprocess.run([prog, "check", "--json", "--root", root, "-"], input=reply.encode("utf-8", "surrogateescape"), capture_output=True)
        return json.loads(run.stdout)


def read_as_reference(prog, row):
    """Whether a reply is read as the reference reads it: the same blocks, or an error that is named."""
    report = check(prog, row["patch"])
    codes = {note["code"] for note in report["notes"]}
    if row.get("kind") == "validate":
        is_malformed = row.get("expect_error") is not None
        return is_malformed == bool(codes & MALFORMED) or "no_patch" in codes
    if row.get("expect_error"):
        return bool(codes)
    found = collections.Counter()
    for file in report["files"]:
        found[file["path"]] += max(1, len(file["hunks"]))
    return found == collections.Counter(block["path"] for block in row["expect_parse"] if block.get("path"))


def main():
    if not os.path.isdir(CORPUS):
        print("SKIPPED: there is no corpus at ../shared/corpus")
        return 0
    prog = program()
    if not os.path.exists(prog):
        print(f"SKIPPED: {prog} is not built")
        return 0
    differences = set()
    for verdict in ("near", "refused", "wrong", "accepted", "crashed"):
        found, table = graded(prog, verdict)
        differences |= found
    print("rows that" + table)
    rows = [row for row in load("peer-cases.jsonl.gz") if row.get("kind")] + load("replies.jsonl.gz")
    unlike = {(row["source"], "read otherwise") for row in rows if not read_as_reference(prog, row)}
    print(f"replies read as the reference reads them: {len(rows) - len(unlike)} of {len(rows)}")
    differences |= unlike
    with open(os.path.join(HERE, "deviations.toml"), "rb") as file:
        deviations = tomllib.load(file)["deviation"]
    known = {(row["source"], row["verdict"]) for row in deviations}
    for source, verdict in sorted(differences - known):
        print(f"no reason is given: {verdict}: {source}")
    for source, verdict in sorted(known - differences):
        print(f"no longer so: {verdict}: {source}")
    print(f"{len(differences & known)} deliberate deviations, each with its reason in tests/deviations.toml")
    return int(differences != known)


if __name__ == "__main__":
    sys.exit(main())
