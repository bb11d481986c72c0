#!/usr/bin/env python3
"""Breaks the real program at every system call, and looks at what it leaves behind.

    tests/sweeps/sweep.py kill          SIGKILL at every call of an apply, an undo and a recovery, then a recovery
    tests/sweeps/sweep.py fault         ENOSPC, EIO, EXDEV, EINTR, EACCES, EMFILE at every call of them
    tests/sweeps/sweep.py lasting       the same faults but EINTR, at a call and at all that follow of its kind (400 at most)
    tests/sweeps/sweep.py signal        SIGTERM, SIGINT, SIGQUIT and SIGUSR1 at every call of an apply and an undo
    tests/sweeps/sweep.py plain         the kills once more on a file system that cannot exchange two names
    tests/sweeps/sweep.py bare          and on one that has no second names either
    tests/sweeps/sweep.py roots         a crash under one root of a tree, then a write under another; and two at once
    tests/sweeps/sweep.py limits        kills and faults with few descriptors and many folders; a limit of file sizes
    tests/sweeps/sweep.py swaps         folders that go away, or are swapped, at every call and after a crash
    tests/sweeps/sweep.py planted       records that came along with a tree, honest and forged ones
    tests/sweeps/sweep.py random        SIGKILL at random times, without strace
    tests/sweeps/sweep.py full          a disk that is really full, with 0, 1, 2 ... pages left (needs root, for the mount)
    tests/sweeps/sweep.py race          applies against a program that writes the same file at random times
    tests/sweeps/sweep.py differential  random strict unified patches, against `git apply`

Every one takes `--bin PROGRAM` (default: target/release/hunkwise), `--files 1,5,50`, `--every N` (only each N-th point),
`--points N` (N of a case's points, drawn by `--seed N`), `--rounds N`, `--seconds N` (for each line that it prints: what
it got to by then is reported, and that it was cut short) and `--work FOLDER` (a fast disk helps: /dev/shm). It prints one line per sweep and exits 1 when anything was found broken. strace is needed for all down to `planted`:
`apt-get install strace`. `limits` draws 500 points of its 700 folders unless `--points 0` asks for all of them: days.

What must hold: after a kill and a recovery the tree is all old or all new. After a failing call it is so at once, and
the exit code says which: 0 means new, and 1 that no more than the report failed; anything else means old. What was
written can be undone. A tree is always broken where it was made, as records are sealed for the folder they lie in: a
copy of one is a tree from outside, and that is its own sweep.
"""

import argparse
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

try:
    from blake3 import blake3
except ImportError:
    blake3 = None

HERE = os.path.dirname(os.path.abspath(__file__))
ERRORS = ["ENOSPC", "EIO", "EXDEV", "EINTR", "EACCES", "EMFILE"]
# Calls that touch files. A failing mmap or brk ends any program, which the kills cover.
FILE_CALLS = re.compile(
    r"^(open|openat|openat2|creat|read|pread64|readv|write|pwrite64|writev|close|fsync|fdatasync|rename|renameat|"
    r"renameat2|link|linkat|unlink|unlinkat|rmdir|mkdir|mkdirat|stat|fstat|lstat|newfstatat|statx|access|faccessat|"
    r"faccessat2|readlink|readlinkat|getdents64|lseek|flock|fcntl|fchmod|fchmodat|fchown|fchownat|ftruncate|fallocate|"
    r"getxattr|fgetxattr|flistxattr|fsetxattr|fremovexattr|getcwd|dup|copy_file_range)$"
)
# What a program's fault can never be told by.
CRASHES = {101, 134, 139}
# A file system that cannot exchange two names.
NO_EXCHANGE = {"renameat2": "error=EINVAL"}
# One that has no hard links besides, as FAT: a new content is written under its target's name.
BARE = {**NO_EXCHANGE, "linkat": "error=EPERM"}
OURS = (".hunkwise", ".git")


def is_new(code):
    """Whether an exit code says that all is written; with 1 the report of it could not be."""
    return code in (0, 1)


def write(path, text, mode=None):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", newline="") as file:
        file.write(text)
    if mode is not None:
        os.chmod(path, mode)


def content(index, word):
    return "".join(f"line {index}.{line} {word if line == 5 else 'same'}\n" for line in range(10))


def hunk(index):
    lines = content(index, "old").splitlines()
    body = [f" {line}" for line in lines[2:5]]
    body += [f"-{lines[5]}", f"+{lines[5][:-3]}new"]
    body += [f" {line}" for line in lines[6:9]]
    return "@@ -3,7 +3,7 @@\n" + "".join(f"{line}\n" for line in body)


def make_case(folder, n_files):
    """A tree of n files and a patch that edits them, and one that becomes a program; with five and more one is made, one
    removed and one moved as well."""
    root, patch = os.path.join(folder, "root"), os.path.join(folder, "patch.diff")
    text = []
    for index in range(n_files):
        name = f"d{index % 3}/f{index}"
        modes = [0o644, 0o600, 0o755]
        write(os.path.join(root, name), content(index, "old"), modes[index % 3])
        if index % 4 < 2:
            set_attribute(os.path.join(root, name), b"kept %d" % index)
        if n_files >= 5 and index == 1:
            body = "".join(f"-{line}\n" for line in content(index, "old").splitlines())
            text.append(f"diff --git a/{name} b/{name}\ndeleted file mode 100600\n--- a/{name}\n+++ /dev/null\n@@ -1,10 +0,0 @@\n{body}")
        elif n_files >= 5 and index == 2:
            text.append(
                f"diff --git a/{name} b/moved/f2\nsimilarity index 90%\nrename from {name}\nrename to moved/f2\n"
                f"--- a/{name}\n+++ b/moved/f2\n{hunk(index)}"
            )
        else:
            text.append(f"diff --git a/{name} b/{name}\n--- a/{name}\n+++ b/{name}\n{hunk(index)}")
    if n_files >= 5:
        text.append("diff --git a/n/m/x b/n/m/x\nnew file mode 100644\n--- /dev/null\n+++ b/n/m/x\n@@ -0,0 +1,1 @@\n+made\n")
    write(os.path.join(root, "d0/run"), "stays\n", 0o640)
    text.append("diff --git a/d0/run b/d0/run\nold mode 100644\nnew mode 100755\n")
    write(patch, "".join(text))
    return root, patch


def make_flat(folder, n_folders, n_files, word="new"):
    """A tree of so many folders, each with one of the files or some, all under `q/sub`, and a patch for each of its roots."""
    root = os.path.join(folder, "q")
    patches = {"q": [], "q/sub": []}
    for index in range(n_files):
        name = f"d{index % n_folders}/f{index}"
        write(os.path.join(root, "sub", name), content(index, "old"))
        for below, path in (("q", f"sub/{name}"), ("q/sub", name)):
            patches[below].append(f"--- a/{path}\n+++ b/{path}\n{hunk(index).replace('new', word)}")
    paths = {}
    for below, text in patches.items():
        paths[below] = os.path.join(folder, f"{below.replace('/', '-')}-{word}.diff")
        write(paths[below], "".join(text))
    return root, paths


def tree(root, skipped=OURS):
    """Everything under the root but the state folder, with contents and modes."""
    found = []
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in skipped)
        found += [os.path.relpath(os.path.join(folder, name), root) + "/" for name in folders]
        for name in files:
            path = os.path.join(folder, name)
            found.append(f"{os.path.relpath(path, root)} {fact(path)}")
    return sorted(found)


def files(tree):
    """What a tree has but for its folders."""
    return [line for line in tree if not line.endswith("/")]


def fact(path):
    if os.path.islink(path):
        return f"-> {os.readlink(path)}"
    with open(path, "rb") as file:
        digest = hashlib.sha1(file.read()).hexdigest()
    return f"{os.stat(path).st_mode & 0o7777:o} {''.join(attributes(path))}{digest}"


def attributes(path):
    if not hasattr(os, "listxattr"):
        return []
    return [f"{name}={os.getxattr(path, name).hex()}," for name in sorted(os.listxattr(path))]


def set_attribute(path, value):
    try:
        os.setxattr(path, "user.sweep", value)
    except (AttributeError, OSError):
        pass  # The system or the disk has none.


def whole_tree(root):
    """The records too, but for what a reader may make beside them: the lock, and what keeps them out of git's sight."""
    return [line for line in tree(root, ()) if not re.search(r"/(lock|\.gitignore) ", line)]


def recorded(root):
    """The whole tree but for folders of applies that never got a record: those are swept away, whoever began them."""
    lines = whole_tree(root)
    begun = re.compile(r"(.*/ops/\d+/)(plan\.tmp .*)?")
    folders = {found[1] for found in map(begun.fullmatch, lines) if found}
    empty = {one for one in folders if not any(line.startswith(one) and not begun.fullmatch(line) for line in lines)}
    return [line for line in lines if not (begun.fullmatch(line) and begun.fullmatch(line)[1] in empty)]


def kept_apart(lines, root):
    """The lines of a tree but for stages of no record which a recovery moved into the state folder as they were."""
    moved = {line.rsplit(" ", 1)[1] for line in whole_tree(root) if "/strays/" in line and not line.endswith("/")}
    is_moved = lambda line: re.search(r"(^|/)\.hunkwise-[^/]+ ", line) and line.rsplit(" ", 1)[1] in moved
    return [line for line in lines if not is_moved(line)]


def contents(root):
    """Everything that any file under the root holds, the records' included."""
    for folder, _, files in os.walk(root):
        for name in files:
            with open(os.path.join(folder, name), "rb") as file:
                yield file.read()


def copy(template, root):
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(template, root, symlinks=True)


class Case:
    """A run to be broken: how a root is brought to where it begins, its arguments, and what it is at first and at last."""

    def __init__(self, name, prepare, args, start, end):
        self.name = name
        self.prepare = prepare
        self.args = args
        self.start = start
        self.end = end
        # What must be kept somewhere, whatever becomes of the tree.
        self.original = None

    def is_recovery(self):
        return self.args[0] == "recover"


class Sweep:
    def __init__(self, options):
        self.options = options
        self.bin = os.path.abspath(options.bin)
        self.work = tempfile.mkdtemp(prefix="sweep-", dir=options.work)
        self.root = os.path.join(self.work, "now", "root")
        self.home = self.new_home("home")
        # What every run meets, by call: what strace is to do at each of them.
        self.always = {}
        # The limits that every run has, of the system's resources.
        self.limits_of_all = []
        self.log = os.path.join(self.work, "log")
        # What takes the room of a disk that is full.
        self.filler = None
        self.broken = []
        self.n_points = 0
        self.n_missed = 0
        self.ends_at = None
        self.is_cut_short = False
        self.so_far()

    def new_home(self, name):
        home = os.path.join(self.work, name)
        os.makedirs(home)
        return {"XDG_STATE_HOME": home, "XDG_CONFIG_HOME": home, "HOME": home, "PATH": os.environ["PATH"]}

    # Running the program.

    def run(self, *args, strace=None, home=None, limits=()):
        """Runs it, with what strace is to do given as a call and words; returns the exit code and all that was said."""
        done = subprocess.run(
            [*self.strace(strace), self.bin, *args],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=120,
            env=home or self.home,
            preexec_fn=lambda: [resource.setrlimit(which, (most, most)) for which, most in [*self.limits_of_all, *limits]],
        )
        return done.returncode, (done.stdout + done.stderr).decode(errors="replace")

    def strace(self, at=None, log=None):
        injected = {**self.always, **(dict([at]) if at else {})}
        if not injected:
            return []
        words = [word for call, what in injected.items() for word in ("-e", f"inject={call}:{what}")]
        log = log or self.log
        # Stops at no other call, which is three times as fast. strace 6.1 sends no signals so.
        only = [] if any("signal=" in what for what in injected.values()) else ["--seccomp-bpf"]
        return ["strace", "-f", *only, "-qq", "-o", log, "-e", f"trace={','.join(injected)}", *words]

    def must(self, *args, **how):
        code, text = self.run(*args, **how)
        assert code == 0, f"{args}: exit {code} {text}"

    def break_at(self, case, call, what, root=None):
        """Brings the tree to where the case begins, and breaks its run there."""
        root = root or self.root
        case.prepare(root)
        result = self.run(*case.args, "--root", root, strace=(call, what))
        with open(self.log, errors="replace") as log:
            # The number of calls may differ from run to run. Where many points are missed, nothing was shown.
            self.n_missed += not re.search(rf"^\d+ +({call}\(.*\(INJECTED\)|--- SIG|\+\+\+ killed)", log.read(), re.MULTILINE)
        return result

    def recover(self, root=None):
        return self.run("recover", "--root", root or self.root)

    def calls(self, case, root):
        """Counts the calls of a run, by name."""
        case.prepare(root)
        words = [word for call, what in self.always.items() for word in ("-e", f"inject={call}:{what}")]
        command = ["strace", "-f", "-qq", "-o", self.log, *words, self.bin, *case.args, "--root", root]
        subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, env=self.home)
        counts = {}
        with open(self.log, errors="replace") as log:
            for line in log:
                name = re.match(r"\d+\s+([a-z_0-9]+)\(", line)
                if name:
                    counts[name[1]] = counts.get(name[1], 0) + 1
        # Calls that fail whatever happens are points of no other fault.
        return {call: count for call, count in counts.items() if call not in self.always}

    def points(self, case, kinds=("",), wanted=lambda call: True, most=None, root=None):
        """Returns the points of a case that are to be tried: call, which of them, and one of the kinds of fault."""
        counts = sorted(self.calls(case, root or self.root).items())
        every = [
            (call, when, kind)
            for call, count in counts
            if wanted(call)
            for when in range(1, count + 1)
            for kind in kinds
        ]
        chosen = every[self.options.every - 1 :: self.options.every]
        most = self.options.points if self.options.points is not None else most
        # Of a case that may be cut short, the points that come first are drawn as well.
        if most and most < len(chosen) or self.options.seconds:
            chosen = random.Random(self.options.seed).sample(chosen, min(most or len(chosen), len(chosen)))
        return self.counted(chosen)

    def turns(self):
        return self.counted(range(self.options.rounds))

    def counted(self, points):
        """Yields the points that there is time for."""
        for point in points:
            if self.ends_at and time.monotonic() > self.ends_at:
                self.is_cut_short = True
                return
            self.n_points += 1
            yield point

    # What is broken over.

    def cases(self, n_files):
        """Yields an apply, an undo and recoveries over n files."""
        template, patch = make_case(os.path.join(self.work, f"case{n_files}"), n_files)
        return self.cases_of(template, patch, f"over {n_files} files")

    def cases_of(self, template, patch, over):
        apply = ("apply", patch)

        def fresh(root):
            copy(template, root)

        def applied(root):
            fresh(root)
            self.must(*apply, "--root", root)

        def killed(call, when):
            def prepare(root):
                fresh(root)
                self.run(*apply, "--root", root, strace=(call, f"signal=KILL:when={when}"))

            return prepare

        def written_since(prepare, path, text):
            def prepare_and_write(root):
                prepare(root)
                write(os.path.join(root, path), text)

            return prepare_and_write

        applied(self.root)
        old, new = tree(template), tree(self.root)
        first = Case(f"apply {over}", fresh, apply, old, new)
        yield first
        yield Case(f"undo {over}", applied, ("undo",), new, old)
        # Interrupted in the middle of the renames, at the commit, and while the old files are filed.
        counts = self.calls(first, self.root)
        n_renames, n_links = counts.get("renameat2", 0), counts.get("linkat", 0)
        points = [("renameat2", (n_renames + 1) // 2), ("renameat2", n_renames), ("linkat", (n_links + 1) // 2)]
        points += [("renameat", when) for when in (2, 3, 4) if when <= counts.get("renameat", 0)]
        points = [(call, when) for call, when in points if when > 0]
        for call, when in points:
            yield Case(f"recover-{call}-{when} {over}", killed(call, when), ("recover",), old, new)
        # Somebody writes into a file that was changed, before the recovery: theirs stays, and what was there is kept.
        path = os.path.join(self.root, "d0/f0")
        for when in range(counts.get("renameat", 0), 0, -1):
            prepare = killed("renameat", when)
            prepare(self.root)
            is_uncommitted = any(line.split()[0].endswith("staged.json") for line in whole_tree(self.root))
            if is_uncommitted and os.path.exists(path) and open(path).read() == content(0, "new"):
                prepare = written_since(prepare, "d0/f0", "theirs\n")
                prepare(self.root)
                end = [line for line in old if not line.startswith("d0/f0 ")] + [f"d0/f0 {fact(path)}"]
                case = Case(f"recover-written-since {over}", prepare, ("recover",), sorted(end), sorted(end))
                case.original = content(0, "old").encode()
                yield case
                break

    def all_cases(self):
        for n_files in self.options.files:
            yield from (case for case in self.cases(n_files) if self.options.case in case.name)

    # What must hold.

    def judge_recovered(self, name, case, root=None):
        """After a crash: a recovery brings all old or all new, and what is new can be undone."""
        root = root or self.root
        code, text = self.recover(root)
        now = tree(root)
        if code != 0 or now not in (case.start, case.end):
            self.broken.append(f"{name}: recovered with {code} {text[:300]} {difference(now, case.start)}")
        elif case.original and case.original not in contents(root):
            self.broken.append(f"{name}: the original is lost {text[:300]}")
        elif case.args[0] == "apply" and now == case.end:
            self.judge_undo(name, case, root)

    def judge_fault(self, name, case, code, text, root=None):
        """After one failing call: the exit code tells what the tree is, and a rollback needs no second go."""
        root = root or self.root
        if code < 0 or code in CRASHES or "panicked" in text:
            self.broken.append(f"{name}: crashed, {code} {text[:300]}")
        elif case.is_recovery():
            self.judge_recovered(f"{name} exit {code}", case, root)
        else:
            now = tree(root)
            # A single fault is outlived: nothing is left for the next writer, and nothing is said that is not so.
            is_untrue = code == 0 and "nothing was" in text or re.search(r"\(os error (\d+)\).*\(os error \1\)", text)
            if now != (case.end if is_new(code) else case.start) or is_untrue or self.is_in_flight(root):
                self.broken.append(f"{name}: exit {code}, {text[:300]} {difference(now, case.start)}")
            elif case.args[0] == "apply" and now == case.end:
                self.judge_undo(name, case, root)

    def judge_undo(self, name, case, root):
        """What is written can be undone; on a full disk, once there is room for it."""
        code, text = self.run("undo", "--root", root)
        if code == 6 and self.filler and tree(root) == case.end and not self.is_in_flight(root):
            os.remove(self.filler)
            code, text = self.run("undo", "--root", root)
        now = tree(root)
        if code != 0 or now != case.start:
            self.broken.append(f"{name}: not undone, {code} {text[:300]} {difference(now, case.start)}")

    def is_in_flight(self, root):
        return any(re.search(r"ops/\d+/(plan|staged|done)\.json ", line) for line in whole_tree(root))

    def report(self, name, before=(0, 0, 0)):
        n_points, n_missed = self.n_points - before[1], self.n_missed - before[2]
        if n_missed > max(3, n_points // 20):
            self.broken.append("so many points were missed that nothing is shown")
        n_broken = len(self.broken) - before[0]
        missed = f" ({n_missed} missed)" if n_missed else ""
        cut = f", cut short after {self.options.seconds} s" if self.is_cut_short else ""
        print(f"{name}: {n_points} points{missed}, {n_broken} broken{cut}", flush=True)
        for what in self.broken[before[0] :][:5]:
            print("   ", what, flush=True)

    def so_far(self):
        """Begins a line of the report."""
        self.is_cut_short = False
        self.ends_at = time.monotonic() + self.options.seconds if self.options.seconds else None
        return len(self.broken), self.n_points, self.n_missed

    # The sweeps.

    def kill(self, cases=None, most=None):
        for case in cases or self.all_cases():
            before = self.so_far()
            for call, when, _ in self.points(case, most=most):
                self.break_at(case, call, f"signal=KILL:when={when}")
                self.judge_recovered(f"{case.name}, {call} {when}", case)
            self.report(f"kill {case.name}", before)

    def plain(self):
        self.always = NO_EXCHANGE
        self.kill()

    def bare(self):
        self.always = BARE
        self.kill()

    def fault(self, cases=None, errors=ERRORS, most=None):
        for case in cases or self.all_cases():
            before, codes = self.so_far(), {}
            for call, when, error in self.points(case, errors, FILE_CALLS.match, most):
                code, text = self.break_at(case, call, f"error={error}:when={when}")
                count(codes, code)
                self.judge_fault(f"{case.name}, {call} {when} {error}", case, code, text)
            self.report(f"fault {case.name}, exits {codes}", before)

    def lasting(self):
        """What fails stays failing, the rollback's calls too: then all that is said is true, and a recovery needs no more."""
        for case in self.all_cases():
            before, codes = self.so_far(), {}
            # A call that is interrupted for ever is repeated for ever, and fills the disk with the trace of it.
            lasting = [error for error in ERRORS if error != "EINTR"]
            for call, when, error in self.points(case, lasting, FILE_CALLS.match):
                code, text = self.break_at(case, call, f"error={error}:when={when}..{when + 400}")
                count(codes, code)
                self.judge_lasting(f"{case.name}, {call} {when}+ {error}", case, code, text)
            self.report(f"lasting {case.name}, exits {codes}", before)

    def judge_lasting(self, name, case, code, text):
        now, told = tree(self.root), f"{name}: exit {code} {text[:300]}"
        is_told = "hunkwise recover" in text or "an empty folder stays" in text
        if code < 0 or code in CRASHES or "panicked" in text:
            self.broken.append(f"{told}: crashed")
        elif case.is_recovery():
            self.judge_recovered(f"{name} exit {code}", case)
        elif now != (case.end if is_new(code) else case.start) and not is_told:
            self.broken.append(f"{told}: not told {difference(now, case.start)}")
        elif now != case.start and "nothing was changed" in text:
            self.broken.append(f"{told}: untrue {difference(now, case.start)}")
        else:
            recovered, said = self.recover()
            wanted = case.end if is_new(code) else case.start
            # A folder that could not be removed stays, and is told of.
            is_left = "an empty folder stays" in text and files(tree(self.root)) == files(wanted)
            if recovered != 0 or tree(self.root) != wanted and not is_left:
                self.broken.append(f"{told}: recovered {recovered} {said[:200]} {difference(tree(self.root), wanted)}")
            elif code == 0 and case.args[0] == "apply" and self.run("undo", "--root", self.root)[0] != 0:
                self.broken.append(f"{told}: not undone")

    def signal(self):
        """A signal that can be heeded leaves no work for a recovery, and the exit code tells what is on disk."""
        for case in self.all_cases():
            if case.is_recovery():
                continue
            before, codes = self.so_far(), {}
            for call, when, name in self.points(case, ("TERM", "INT", "QUIT", "USR1")):
                code, text = self.break_at(case, call, f"signal={name}:when={when}")
                count(codes, code)
                if tree(self.root) != (case.end if is_new(code) else case.start) or code in CRASHES:
                    self.broken.append(f"{case.name}, {call} {when} {name}: exit {code} {text[:300]}")
            self.report(f"signal {case.name}, exits {codes}", before)

    def random(self):
        rng = random.Random(self.options.seed)
        case = next(self.cases(5))
        outcomes, before = {}, self.so_far()
        for turn in self.turns():
            case.prepare(self.root)
            command = [self.bin, *case.args, "--root", self.root]
            running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.home)
            time.sleep(rng.random() * self.options.span)
            running.kill()
            code = running.wait()
            torn = tree(self.root) not in (case.start, case.end)
            n_broken = len(self.broken)
            self.recover()
            what = {True: "old", False: "new"}[tree(self.root) == case.start]
            self.judge_recovered(f"turn {turn}, exit {code}", case)
            if code == 0 and what != "new":
                self.broken.append(f"turn {turn}: exit 0, then {what}")
            count(outcomes, f"{'broken' if len(self.broken) > n_broken else what}{' after a recovery' if torn else ''}")
        print(f"    {outcomes}")
        self.report("random kills over 5 files", before)

    def full(self):
        """Nothing but renames is left to a rollback on a full disk, and it must do."""
        mount = os.path.join(self.work, "mount")
        os.makedirs(mount)
        root = os.path.join(mount, "root")
        self.filler = os.path.join(mount, "filler")
        for n_files in self.options.files:
            for case in self.cases(n_files):
                before, codes = self.so_far(), {}
                for n_pages in self.counted(range(0, 40 + 4 * n_files, self.options.every)):
                    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", mount], check=True)
                    try:
                        case.prepare(root)
                        fill(self.filler, n_pages)
                        code, text = self.run(*case.args, "--root", root)
                        count(codes, code)
                        self.judge_fault(f"{case.name}, {n_pages} pages left", case, code, text, root)
                    finally:
                        subprocess.run(["umount", mount], check=True)
                self.report(f"full {case.name}, exits {codes}", before)

    def roots(self):
        for git in ("no", "from the first", "after the crash"):
            for first, second in (("q", "q/sub"), ("q/sub", "q")):
                self.crash_under_another_root(git, first, second)
        self.two_writers("no")
        self.two_writers("from the first")

    def crash_under_another_root(self, git, first, second):
        """A crash under one root, then a write of the same files under the other: all are the one's or the other's."""
        folder = os.path.join(self.work, f"roots-{git}-{first}".replace("/", "-"))
        template, ones = make_flat(folder, 3, 12, "one")
        _, twos = make_flat(folder, 3, 12, "two")
        top = os.path.dirname(self.root)
        q, one_root, two_root = (os.path.join(top, below) for below in ("q", first, second))
        all_of = {word: self.tree_of(template, ones, twos, word) for word in ("old", "one", "two")}

        def prepare(_):
            copy(template, q)
            if git == "from the first":
                init(q)

        case = Case(first, prepare, ("apply", ones[first]), all_of["old"], all_of["one"])
        before, codes = self.so_far(), {}
        for call, when, _ in self.points(case, root=one_root):
            self.break_at(case, call, f"signal=KILL:when={when}", one_root)
            if git == "after the crash":
                init(q)
            code, text = self.run("apply", twos[second], "--root", two_root)
            count(codes, code)
            for root in (one_root, two_root):
                recovered, said = self.recover(root)
                text += said
                code = code if recovered == 0 else -1
            name, now = f"git {git}, killed under {first} at {call} {when}, then {second}", tree(q)
            # Where records lie below its root, a write finds them when it comes to write: it may have matched torn files.
            is_whole = now == all_of["two"] if code == 0 else now in (all_of["one"], all_of["old"]) and code > 0
            kept = set(contents(q))
            lost = [index for index in range(12) if content(index, "old").encode() not in kept]
            if not is_whole or lost:
                self.broken.append(f"{name}: exit {code} {text[:300]}, lost {lost}, {difference(now, all_of['old'])}")
            elif code == 0 and (self.run("undo", "--root", two_root)[0] != 0 or tree(q) != all_of["old"]):
                self.broken.append(f"{name}: not undone")
        self.report(f"roots, git {git}, killed under {first}, then a write under {second}, exits {codes}", before)

    def tree_of(self, template, ones, twos, word):
        root = os.path.join(self.work, "whole")
        copy(template, root)
        if word != "old":
            self.must("apply", {"one": ones, "two": twos}[word]["q"], "--root", root)
        return tree(root)

    def two_writers(self, git):
        """Two at once over the same files under two roots: one of them writes all, and the other says that it did not."""
        folder = os.path.join(self.work, f"writers-{git}".replace(" ", "-"))
        template, ones = make_flat(folder, 3, 12, "one")
        _, twos = make_flat(folder, 3, 12, "two")
        q = os.path.join(os.path.dirname(self.root), "q")
        all_of = {word: self.tree_of(template, ones, twos, word) for word in ("old", "one", "two")}
        before, outcomes = self.so_far(), {}
        for turn in self.turns():
            copy(template, q)
            if git != "no":
                init(q)
            commands = [("one", "apply", ones["q"], "--root", q), ("two", "apply", twos["q/sub"], "--root", f"{q}/sub")]
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": self.home}
            if turn % 2:
                commands.reverse()
            running = {word: subprocess.Popen([self.bin, *args], **quiet) for word, *args in commands}
            codes = {word: process.wait() for word, process in running.items()}
            done = [word for word, code in codes.items() if code == 0]
            count(outcomes, " ".join(f"{word} {code}" for word, code in sorted(codes.items())))
            if len(done) != 1 or tree(q) != all_of[done[0]]:
                self.broken.append(f"turn {turn}: {codes} {difference(tree(q), all_of['old'])}")
        print(f"    {outcomes}")
        self.report(f"roots, git {git}, two writers at once", before)

    def limits(self):
        for n_folders, descriptors, most in ((50, (64, 256, 1024), None), (700, (64, 256, 1024), 500)):
            template, patches = make_flat(os.path.join(self.work, f"flat{n_folders}"), n_folders, n_folders)
            for n_descriptors in descriptors:
                self.limits_of_all = [(resource.RLIMIT_NOFILE, n_descriptors)]
                over = f"over {n_folders} folders with {n_descriptors} descriptors"
                case = next(self.cases_of(template, patches["q"], over))
                self.kill([case], most)
                self.fault([case], ERRORS, most)
        self.limits_of_all = []
        self.sizes()

    def sizes(self):
        """A write past the limit of a file's size is a failed write like any other."""
        for n_files in self.options.files:
            case = next(self.cases(n_files))
            before, codes = self.so_far(), {}
            for most in self.counted([*range(0, 300, 7), *range(300, 40_000, 301)]):
                case.prepare(self.root)
                code, text = self.run(*case.args, "--root", self.root, limits=[(resource.RLIMIT_FSIZE, most)])
                count(codes, code)
                self.judge_fault(f"{case.name}, files of {most} bytes", case, code, text)
                if code not in (0, 6):
                    self.broken.append(f"{case.name}, files of {most} bytes: exit {code} {text[:300]}")
            self.report(f"limits of file sizes, {case.name}, exits {codes}", before)

    def swaps(self):
        for n_files in [n for n in self.options.files if n >= 5]:
            for case in [case for case in self.cases(n_files) if not case.original and self.options.case in case.name]:
                for swap in SWAPS:
                    self.swap_while_it_runs(case, swap)
                    if not case.is_recovery():
                        self.swap_after_a_crash(case, swap)

    def swap_while_it_runs(self, case, swap):
        """The folder goes while the program waits at a call of its, and comes back when it has ended."""
        before, codes = self.so_far(), {}
        for call, when, _ in self.points(case, wanted=FILE_CALLS.match):
            case.prepare(self.root)
            running = Stopped(self, case, call, when)
            swapped = Swapped(self.root, swap)
            code, text = running.go_on()
            count(codes, code)
            name = f"{case.name}, {swap} at {call} {when}: exit {code} {text[:200]}"
            if code in CRASHES or code < 0:
                self.broken.append(f"{name}: crashed")
            self.recover()
            wanted = [case.start, case.end] if case.is_recovery() else [case.end if is_new(code) else case.start]
            strangers = swapped.put_back(case.end if is_new(code) else None)
            again, said = self.recover()
            now, said = tree(self.root), f"{again} {said[:200]} {strangers}"
            is_whole = swapped.seen_by(now) in [swapped.seen_by(one) for one in wanted]
            if strangers or not is_whole or again not in swapped.recoveries:
                self.broken.append(f"{name}, {said} {difference(now, wanted[-1])}")
            elif code == 0 and case.args[0] == "apply" and not swapped.is_gone:
                if self.run("undo", "--root", self.root)[0] != 0 or tree(self.root) != case.start:
                    self.broken.append(f"{name}, {said}: not undone")
        self.report(f"swaps, {swap} while it runs, {case.name}, exits {codes}", before)

    def swap_after_a_crash(self, case, swap):
        """The folder goes between a crash and a recovery, and comes back before the next."""
        before, codes = self.so_far(), {}
        for call, when, _ in self.points(case):
            self.break_at(case, call, f"signal=KILL:when={when}")
            swapped = Swapped(self.root, swap)
            code, text = self.recover()
            count(codes, code)
            strangers = swapped.put_back()
            name = f"{case.name}, killed at {call} {when}, {swap}: {code} {text[:200]}"
            now = swapped.seen_by(tree(self.root))
            if code not in (0, 6) or strangers:
                self.broken.append(f"{name} {strangers}")
            elif not swapped.is_gone:
                self.judge_recovered(name, case)
            elif now not in (swapped.seen_by(case.start), swapped.seen_by(case.end)):
                self.broken.append(f"{name} {difference(now, case.start)}")
        self.report(f"swaps, {swap} after a crash, {case.name}, recoveries {codes}", before)

    def planted(self):
        """A tree that came from elsewhere: another user's, or the user's own that was copied."""
        theirs = self.new_home("theirs")
        nowhere = {**theirs, "XDG_STATE_HOME": "/dev/null/none", "HOME": "/dev/null/none"}
        for maker, env in (("copied", self.home), ("another user's", theirs), ("with its secret beside", nowhere)):
            for case in self.cases(5):
                if self.options.case in case.name:
                    self.plant_honest(maker, env, case)
        self.plant_forged(theirs)

    def plant_honest(self, maker, env, case):
        """An honest record, copied along: nothing is done by it until the person says so."""
        if case.original:
            return
        before, codes, ours = self.so_far(), {}, self.home
        there = os.path.join(self.work, "there")
        for call, when, _ in self.points(case):
            self.home = env
            self.break_at(case, call, f"signal=KILL:when={when}", there)
            self.home = ours
            copy(there, self.root)
            name = f"{maker}, {case.name}, killed at {call} {when}"
            is_pending = self.refuses_what_is_planted(name, codes)
            if is_pending is None:
                continue
            code, text = self.run("recover", "--trust-state", "--root", self.root)
            now = tree(self.root)
            if code != 0 or now not in (case.start, case.end):
                self.broken.append(f"{name}: trusted {code} {text[:300]} {difference(now, case.start)}")
        self.report(f"planted, {maker}, {case.name}, exits {codes}", before)

    def refuses_what_is_planted(self, name, codes):
        """Returns whether a record was in flight; `None` where something was done by one unasked."""
        was = recorded(self.root)
        is_pending = any(re.search(r"ops/\d+/(plan|staged|done)\.json ", line) for line in was)
        is_kept = any(re.search(r"ops/\d+/kept\.json ", line) for line in was)
        patch = os.path.join(self.work, "other.diff")
        write(patch, "--- /dev/null\n+++ b/other\n@@ -0,0 +1 @@\n+other\n")
        # What never got a record was no apply: an unfinished folder of one is swept away.
        runs = [("recover",), ("undo",), ("undo", "1"), ("log",)] if is_pending or is_kept else []
        for args in [*runs, ("apply", patch)] if is_pending else runs:
            code, text = self.run(*args, "--root", self.root)
            count(codes, f"{args[0]} {code}")
            expected = {"log": (0,), "undo": (2, 4)}.get(args[0], (4,) if is_pending else (0,))
            is_named = "--trust-state" in text or code == 0
            now = recorded(self.root)
            if code not in expected or not is_named or now != was:
                self.broken.append(f"{name}, {args[0]}: exit {code} {text[:300]} {difference(now, was)}")
                return None
        return is_pending

    def plant_forged(self, theirs):
        before, codes = self.so_far(), {}
        if blake3 is None:
            print("    no checksum can be forged without blake3: pip install blake3")
        template, patch = make_case(os.path.join(self.work, "forged"), 5)
        victim = os.path.join(os.path.dirname(self.root), "victim")
        for name, forge in FORGERIES.items():
            for call, when in (("renameat", 2), ("renameat", 3), ("renameat", 4), ("exit_group", 1)):
                self.n_points += 1
                copy(template, self.root)
                shutil.rmtree(victim, ignore_errors=True)
                write(os.path.join(victim, "precious"), "precious\n", 0o600)
                write(os.path.join(victim, "000001/0.old"), "precious\n", 0o600)
                how = {"home": theirs, "strace": (call, f"signal=KILL:when={when}")}
                self.run("apply", patch, "--root", self.root, **how)
                forge(self.root, victim)
                was = tree(self.root), tree(victim)
                for args in (("recover",), ("log",), ("undo",), ("undo", "1"), ("apply", patch), ("check", patch)):
                    code, text = self.run(*args, "--root", self.root)
                    count(codes, code)
                    told = f"{name}, {call} {when}, {args[0]}: exit {code} {text[:300]}"
                    if code < 0 or code in CRASHES or "panicked" in text:
                        self.broken.append(f"{told}: crashed")
                    if args[0] == "apply" and code == 0:
                        # Nothing was in flight: it is the user's own write, and theirs to take back.
                        self.run("undo", "--root", self.root)
                    was = kept_apart(was[0], self.root), was[1]
                    now = tree(self.root), tree(victim)
                    if now != was:
                        self.broken.append(f"{told} {difference(now[0], was[0])} {difference(now[1], was[1])}")
                for args in (("recover",), ("undo", "1")):
                    code, text = self.run(*args, "--trust-state", "--root", self.root)
                    stray = [line for line in tree(self.root) if re.search(r" [1-7]\d{3} ", line)]
                    if tree(victim) != was[1] or stray or code in CRASHES:
                        self.broken.append(f"{name}, {call} {when}, trusted {args[0]}: {code} {text[:300]} {stray}")
        self.report(f"planted, forged, exits {codes}", before)

    def race(self):
        """One file, one patch, and a writer that replaces or rewrites the file at a random time."""
        rng = random.Random(self.options.seed)
        folder = os.path.join(self.work, "race")
        root, patch = make_case(folder, 1)
        target = os.path.join(root, "d0/f0")
        outcomes, before = {}, self.so_far()
        for turn in self.turns():
            shutil.rmtree(os.path.join(root, ".hunkwise"), ignore_errors=True)
            write(target, content(0, "old"))
            edit = f"an edit, number {turn}\n"
            way, pause = rng.choice(["replace", "rewrite", "append"]), rng.random() * self.options.span
            thread = threading.Thread(target=edit_later, args=(target, edit, way, pause))
            thread.start()
            code, text = self.run("apply", patch, "--root", root)
            thread.join()
            now = open(target).read()
            kept = edit in now
            if not kept and way != "replace":
                # A program that had the file open wrote into the old one after it was taken away.
                kept = any(edit in open(path).read() for path in images(root))
                outcomes["into the old file"] = outcomes.get("into the old file", 0) + kept
            count(outcomes, f"exit {code}")
            stray = [name for name in os.listdir(os.path.dirname(target)) if name not in ("f0", "run")]
            wrong = content(0, "new") in now and code not in (0,)
            if not kept or stray or wrong:
                self.broken.append(f"turn {turn}, {way}: exit {code} {text[:100]} stray {stray}")
        print(outcomes)
        self.report("race", before)

    def differential(self):
        rng = random.Random(self.options.seed)
        per_batch = 500
        outcomes = {}
        n_batches = (self.options.rounds + per_batch - 1) // per_batch
        for batch in range(n_batches):
            folder = os.path.join(self.work, "pairs")
            shutil.rmtree(folder, ignore_errors=True)
            root, patch = os.path.join(folder, "root"), os.path.join(folder, "patch.diff")
            text = []
            for index in range(per_batch):
                old = random_lines(rng)
                new = random_edit(rng, old)
                name = f"f{index}"
                write_bytes(os.path.join(root, name), b"".join(old))
                text.append(unified(rng, name, old, new))
            write_bytes(patch, b"".join(text))
            other = os.path.join(folder, "git")
            shutil.copytree(root, other)
            git = subprocess.run(["git", "apply", "--whitespace=nowarn", patch], cwd=other, capture_output=True)
            if git.returncode != 0:
                sys.exit(f"git does not take batch {batch}: {git.stderr[:300]}")
            before = {name: open(os.path.join(root, name), "rb").read() for name in os.listdir(root)}
            code, said = self.run("apply", patch, "--root", root, "--partial", "--json")
            if code not in (0, 1):
                self.broken.append(f"batch {batch}: exit {code} {said[:300]}")
                continue
            # Every pair must come out as git's, or a hunk of it be left to a person and said to be.
            for file in json.loads(said[said.index("{"):])["files"]:
                name, statuses = file["path"], sorted({hunk["status"] for hunk in file["hunks"]})
                ours = open(os.path.join(root, name), "rb").read()
                self.n_points += 1
                if ours == open(os.path.join(other, name), "rb").read() and statuses == ["applied"]:
                    count(outcomes, "equal")
                elif statuses != ["applied"] and ("applied" in statuses or ours == before[name]):
                    count(outcomes, "asks: " + " ".join(statuses))
                else:
                    self.broken.append(f"batch {batch}, {name}: {statuses}")
                    shutil.copytree(folder, os.path.join(self.options.work, f"differs-{batch}"), dirs_exist_ok=True)
        print(outcomes)
        self.report("differential")


class Stopped:
    """A run that waits behind one of its calls until it is told to go on."""

    def __init__(self, sweep, case, call, when):
        self.said = tempfile.TemporaryFile()
        reading, writing = os.pipe()
        command = sweep.strace((call, f"signal=STOP:when={when}"), f"/dev/fd/{writing}")
        command += [sweep.bin, *case.args, "--root", sweep.root]
        how = {"stdin": subprocess.DEVNULL, "stdout": self.said, "stderr": subprocess.STDOUT, "env": sweep.home}
        self.process = subprocess.Popen(command, pass_fds=[writing], **how)
        os.close(writing)
        self.log = os.fdopen(reading, errors="replace")
        self.id = None
        for line in self.log:
            if "stopped by SIGSTOP" in line:
                self.id = int(line.split()[0])
                break

    def go_on(self):
        if self.id is not None:
            os.kill(self.id, signal.SIGCONT)
        self.log.read()
        code = self.process.wait(timeout=60)
        self.said.seek(0)
        return code, self.said.read().decode(errors="replace")


SWAPS = [
    "renamed away",
    "renamed below another",
    "swapped for another",
    "swapped for its copy",
    "taken out of the tree",
    "removed for good",
]


class Swapped:
    """A folder that is not where it was."""

    def __init__(self, root, way):
        self.root = root
        self.name = os.path.join(root, "d0")
        outside = os.path.join(os.path.dirname(root), "outside")
        shutil.rmtree(outside, ignore_errors=True)
        below = os.path.join(root, "d1", "away")
        places = {"renamed below another": below, "taken out of the tree": outside, "removed for good": outside}
        self.away = places.get(way, os.path.join(root, "away"))
        os.rename(self.name, self.away)
        self.is_gone = way == "removed for good"
        # What it was is gone, so its record waits for ever; it stops nobody else.
        self.recoveries = (0, 6) if self.is_gone else (0,)
        if self.is_gone:
            shutil.rmtree(self.away)
        elif way == "swapped for another":
            write(os.path.join(self.name, "f0"), "another\n")
            write(os.path.join(self.name, "run"), "another\n")
        elif way == "swapped for its copy":
            shutil.copytree(self.away, self.name)
        self.other = tree(self.name) if os.path.exists(self.name) else None

    def put_back(self, written=None):
        """Returns what became of the folder that had its name: nothing may, but that it was all written to."""
        if self.is_gone:
            return None
        changed = None
        if self.other is not None:
            self.other = kept_apart(self.other, self.root)
            now = tree(self.name)
            if written and now != self.other and all(line in tree(self.root) for line in written):
                # It was there before the first look, so it is what was written.
                shutil.rmtree(self.away)
                return None
            changed = difference(now, self.other) if now != self.other else None
            shutil.rmtree(self.name)
        os.rename(self.away, self.name)
        return changed

    def seen_by(self, lines):
        """What of a tree can be asked for."""
        return [line for line in lines if not (self.is_gone and line.startswith("d0/"))]


def ops(root):
    return os.path.join(root, ".hunkwise", "ops")


def forge_number(number):
    def forge(root, _):
        if os.path.isdir(ops(root)):
            for name in os.listdir(ops(root)):
                os.rename(os.path.join(ops(root), name), os.path.join(ops(root), number))

    return forge


def forge_record(was, now):
    def forge(root, _):
        for folder, _, files in os.walk(ops(root)):
            for name in files:
                path = os.path.join(folder, name)
                if name.endswith(".json"):
                    with open(path) as file:
                        text = file.read()
                    write(path, with_checksum(re.sub(was, now, text)))

    return forge


def with_checksum(text):
    """Whoever forges a record gives it the checksum that it should have: only the seal is out of their reach."""
    parts = re.fullmatch(r'(\{"checksum":")[0-9a-f]+(",.*?"record":)(.*)\}', text, re.DOTALL)
    if not parts or blake3 is None:
        return text
    return f"{parts[1]}{blake3(parts[3].encode()).hexdigest()}{parts[2]}{parts[3]}}}"


def forge_modes(root, _):
    """What was displaced, and what is staged, would run with its owner's rights."""
    for folder, _, files in os.walk(ops(root)):
        for name in files:
            if name.endswith((".old", ".new")):
                os.chmod(os.path.join(folder, name), 0o6755)


def forge_link(*inner):
    def forge(root, victim):
        path = os.path.join(root, ".hunkwise", *inner)
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.symlink(victim, path)

    return forge


def forge_parts(root, victim):
    """The record is honest, and what it speaks of are links to the victim's."""
    for folder, _, files in os.walk(ops(root)):
        for name in files:
            if not name.endswith(".json"):
                path = os.path.join(folder, name)
                os.remove(path)
                os.symlink(os.path.join(victim, "precious"), path)


def forge_all_states(root, _):
    """One record under all its names at once."""
    for folder, _, files in os.walk(ops(root)):
        for name in files:
            if name.endswith(".json"):
                for other in ("plan.json", "staged.json", "done.json", "kept.json", "left.json"):
                    if other != name:
                        shutil.copy(os.path.join(folder, name), os.path.join(folder, other))


FORGERIES = {
    "as it is": lambda root, victim: None,
    "the largest number": forge_number("18446744073709551615"),
    "a larger number": forge_number("999999999999999999999999"),
    "the last number": forge_number("999999999"),
    "a number below 0": forge_number("-00001"),
    "another number": forge_number("000007"),
    "a path outside": forge_record(r'"d0/f0"', '"../victim/precious"'),
    "names of stages": forge_record(r'"nonce":"[0-9a-f]+"', '"nonce":"../../victim/precious"'),
    "a mode with set-id": forge_record(r'"to":\d+', '"to":3565'),
    "modes of what is kept": forge_modes,
    "another content": forge_record(r'"after":"[0-9a-f]+"', f'"after":"{"0" * 64}"'),
    "a parent that is its own": forge_record(r'"name":"n"', '"parent":0,"name":"n"'),
    "a damaged record": forge_record(r"\}\}$", "}"),
    "an empty record": forge_record(r"(?s).*", ""),
    "all states at once": forge_all_states,
    "links for contents": forge_parts,
    "a link for the apply": forge_link("ops", "000001"),
    "a link for all applies": forge_link("ops"),
    "a link for the state": forge_link(),
}


def count(outcomes, what):
    outcomes[what] = outcomes.get(what, 0) + 1


def difference(now, then):
    return sorted(set(now) ^ set(then))[:8]


def init(folder):
    subprocess.run(["git", "init", "-q", folder], check=True, capture_output=True)


def fill(path, n_pages):
    """Takes up all of a disk but so many pages."""
    page = 4096
    with open(path, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(page))
        except OSError:
            file.truncate(max(0, file.tell() // page - n_pages) * page)


def edit_later(target, edit, way, pause):
    time.sleep(pause)
    while True:
        try:
            if way == "replace":
                with open(target + ".theirs", "w") as file:
                    file.write(edit)
                os.rename(target + ".theirs", target)
            else:
                with open(target, "w" if way == "rewrite" else "a") as file:
                    file.write(edit)
            return
        except FileNotFoundError:
            continue


def images(root):
    for folder, _, files in os.walk(os.path.join(root, ".hunkwise")):
        yield from (os.path.join(folder, name) for name in files if name.endswith(".old"))


def random_lines(rng):
    words = [b"alpha", b"beta", b"gamma", b"", b"\tdelta", b"  end", b"}", b"{", b"caf\xc3\xa9", b"\xe9t\xe9", b"x = 1;"]
    end = rng.choice([b"\n", b"\n", b"\n", b"\r\n"])
    lines = []
    for number in range(rng.randrange(0, 60)):
        unique = b" %d" % number if rng.random() < 0.6 else b""
        lines.append(rng.choice(words) + unique + end)
    if lines and rng.random() < 0.15:
        lines[-1] = lines[-1].rstrip(b"\r\n") or b"last"
    return lines


def random_edit(rng, old):
    new = list(old)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(0, len(new) + 1)
        whole = at < len(new) and new[at].endswith(b"\n")
        choice = rng.randrange(3)
        if choice == 0 and whole:
            del new[at]
        elif choice == 1 and whole:
            new[at] = b"changed %d" % rng.randrange(100) + (b"\r\n" if new[at].endswith(b"\r\n") else b"\n")
        elif at < len(new) or not new or new[-1].endswith(b"\n"):
            end = b"\r\n" if old and old[0].endswith(b"\r\n") else b"\n"
            new.insert(at, b"added %d" % rng.randrange(100) + end)
    if new == old:
        new.insert(0, b"first\n" if not (old and old[0].endswith(b"\r\n")) else b"first\r\n")
    return new


def unified(rng, name, old, new):
    """A diff as git writes it, with the old blob's id."""
    import difflib

    def blob(lines):
        text = b"".join(lines)
        return hashlib.sha1(b"blob %d\0" % len(text) + text).hexdigest()

    def hex7(lines):
        return blob(lines)[:12]

    out = [f"diff --git a/{name} b/{name}\nindex {hex7(old)}..{hex7(new)} 100644\n--- a/{name}\n+++ b/{name}\n".encode()]
    as_text = [[line.decode("latin-1") for line in lines] for lines in (old, new)]
    for line in list(difflib.unified_diff(*as_text, n=rng.choice([3, 3, 3, 1, 5])))[2:]:
        if line.startswith("@@"):
            out.append(line.encode("latin-1"))
        else:
            raw = line.encode("latin-1")
            out.append(raw if raw.endswith(b"\n") else raw + b"\n\\ No newline at end of file\n")
    return b"".join(out)


def write_bytes(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    straced = ["kill", "fault", "lasting", "signal", "plain", "bare", "roots", "limits", "swaps", "planted"]
    parser.add_argument("sweep", choices=[*straced, "full", "random", "race", "differential"])
    parser.add_argument("--bin", default=os.path.join(HERE, "../../target/release/hunkwise"))
    parser.add_argument("--files", default="1,5,50", type=lambda text: [int(n) for n in text.split(",")])
    parser.add_argument("--every", default=1, type=int)
    parser.add_argument("--points", default=None, type=int)
    parser.add_argument("--case", default="", help="only the cases whose names have this in them")
    parser.add_argument("--rounds", default=None, type=int)
    parser.add_argument("--seconds", default=None, type=float)
    parser.add_argument("--seed", default=1, type=int)
    parser.add_argument("--span", default=0.012, type=float, help="seconds in which the race writes and the random kill comes")
    parser.add_argument("--work", default="/dev/shm" if os.path.isdir("/dev/shm") else tempfile.gettempdir())
    options = parser.parse_args()
    usual_rounds = {"race": 2000, "random": 10_000, "differential": 100_000, "roots": 200}
    options.rounds = options.rounds or usual_rounds.get(options.sweep, 0)
    if options.sweep in straced and not shutil.which("strace"):
        sys.exit("strace is missing; install it: apt-get install strace")
    if options.sweep == "full" and os.geteuid() != 0:
        sys.exit("only root can mount the small disk that this sweep fills")
    if not os.access(options.bin, os.X_OK):
        sys.exit(f"{options.bin} is missing; build it: cargo build --release")
    sweep = Sweep(options)
    try:
        getattr(sweep, options.sweep)()
    finally:
        shutil.rmtree(sweep.work, ignore_errors=True)
    sys.exit(1 if sweep.broken else 0)


if __name__ == "__main__":
    main()
