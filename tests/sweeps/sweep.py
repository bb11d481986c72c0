#!/usr/bin/env python3
"""Breaks the real program at every system call, and looks at what it leaves behind.

    tests/sweeps/sweep.py kill          SIGKILL at every call of an apply, an undo and a recovery, then a recovery
    tests/sweeps/sweep.py fault         ENOSPC, EIO, EXDEV, EINTR, EACCES at every call of them
    tests/sweeps/sweep.py signal        SIGTERM and SIGINT at every call of an apply and an undo
    tests/sweeps/sweep.py plain         the kills once more on a file system that cannot exchange two names
    tests/sweeps/sweep.py random        SIGKILL at random times, without strace
    tests/sweeps/sweep.py full          a disk that is really full, with 0, 1, 2 ... pages left (needs root, for the mount)
    tests/sweeps/sweep.py race          applies against a program that writes the same file at random times
    tests/sweeps/sweep.py differential  random strict unified patches, against `git apply`

Every one takes `--bin PROGRAM` (default: target/release/hunkwise), `--files 1,5,50`, `--every N` (only each N-th point),
`--rounds N`, `--seed N` and `--work FOLDER` (a fast disk helps: /dev/shm). It prints one line per sweep and exits 1 when
anything was found broken. strace is needed for the first four: `apt-get install strace`.

What must hold: after a kill and a recovery the tree is all old or all new. After a failing call it is so at once, and the
exit code says which: 0 means new, anything else means old.
"""

import argparse
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ERRORS = ["ENOSPC", "EIO", "EXDEV", "EINTR", "EACCES"]
# Calls that touch files. A failing mmap or brk ends any program, which the kills cover.
FILE_CALLS = re.compile(
    r"^(open|openat|openat2|creat|read|pread64|readv|write|pwrite64|writev|close|fsync|fdatasync|rename|renameat|"
    r"renameat2|link|linkat|unlink|unlinkat|rmdir|mkdir|mkdirat|stat|fstat|lstat|newfstatat|statx|access|faccessat|"
    r"faccessat2|readlink|readlinkat|getdents64|lseek|flock|fcntl|fchmod|fchmodat|fchown|fchownat|ftruncate|fallocate|"
    r"getxattr|fgetxattr|flistxattr|fsetxattr|fremovexattr|getcwd|dup|copy_file_range)$"
)


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


def tree(root):
    """Everything under the root but the state folder, with contents and modes."""
    found = []
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in (".hunkwise", ".git"))
        found += [os.path.relpath(os.path.join(folder, name), root) + "/" for name in folders]
        for name in files:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                digest = hashlib.sha1(file.read()).hexdigest()
            found.append(f"{os.path.relpath(path, root)} {os.stat(path).st_mode & 0o7777:o} {digest}")
    return sorted(found)


class Sweep:
    def __init__(self, options):
        self.options = options
        self.bin = os.path.abspath(options.bin)
        self.work = tempfile.mkdtemp(prefix="sweep-", dir=options.work)
        self.broken = []
        self.n_points = 0

    def run(self, *args, strace=()):
        command = [*(["strace", "-f", "-qq", *strace] if strace else []), self.bin, *args]
        done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, timeout=120)
        return done.returncode, (done.stdout + done.stderr).decode(errors="replace")

    def copy(self, template):
        root = os.path.join(self.work, "now")
        shutil.rmtree(root, ignore_errors=True)
        shutil.copytree(template, root, symlinks=True)
        return root

    def calls(self, template, args, extra=()):
        """Counts the calls of a run, by name."""
        root, log = self.copy(template), os.path.join(self.work, "log")
        self.run(*args(root), strace=("-o", log, *extra))
        counts = {}
        with open(log, errors="replace") as file:
            for line in file:
                name = re.match(r"\d+\s+([a-z_0-9]+)\(", line)
                if name:
                    counts[name[1]] = counts.get(name[1], 0) + 1
        return counts

    def report(self, name, before):
        n_broken = len(self.broken) - before[0]
        print(f"{name}: {self.n_points - before[1]} points, {n_broken} broken", flush=True)
        for what in self.broken[before[0]:][:5]:
            print("   ", what, flush=True)

    def cases(self, n_files):
        """Yields name, template, arguments, old tree, new tree for an apply, an undo and recoveries over n files."""
        folder = os.path.join(self.work, f"case{n_files}")
        root, patch = make_case(folder, n_files)
        old = tree(root)

        def apply(root):
            return ("apply", patch, "--root", root)

        def undo(root):
            return ("undo", "--root", root)

        def recover(root):
            return ("recover", "--root", root)

        yield "apply", root, apply, old, None
        applied = os.path.join(folder, "applied")
        shutil.copytree(root, applied)
        code, text = self.run(*apply(applied))
        assert code == 0, text
        new = tree(applied)
        yield "undo", applied, undo, new, old
        # Interrupted in the middle of the renames, at the commit, and while the old files are filed.
        n_renames = self.calls(root, apply).get("renameat2", 0)
        n_record = self.calls(root, apply).get("renameat", 0) + self.calls(root, apply).get("rename", 0)
        points = [("renameat2", max(1, n_renames // 2)), ("renameat2", n_renames), ("renameat", 3), ("renameat", 4)]
        for call, when in points:
            if when > (n_renames if call == "renameat2" else n_record):
                continue
            broken = self.copy(root)
            self.run(*apply(broken), strace=("-o", "/dev/null", "-e", f"inject={call}:signal=KILL:when={when}"))
            template = os.path.join(folder, f"{call}{when}")
            shutil.rmtree(template, ignore_errors=True)
            shutil.copytree(broken, template)
            yield f"recover-{call}-{when}", template, recover, old, new

    def kill(self, plain=()):
        for n_files in self.options.files:
            new = None
            for name, template, args, start, end in self.cases(n_files):
                before = (len(self.broken), self.n_points)
                if end is None:
                    whole = self.copy(template)
                    code, text = self.run(*args(whole))
                    assert code == 0, text
                    end = tree(whole)
                point = 0
                for call, count in sorted(self.calls(template, args, plain).items()):
                    for when in range(1, count + 1):
                        point += 1
                        if point % self.options.every:
                            continue
                        self.n_points += 1
                        root = self.copy(template)
                        inject = ("-o", "/dev/null", *plain, "-e", f"inject={call}:signal=KILL:when={when}")
                        self.run(*args(root), strace=inject)
                        code, text = self.run("recover", "--root", root)
                        now = tree(root)
                        if code != 0 or now not in (start, end):
                            self.broken.append(f"{name} over {n_files}, {call} {when}: exit {code} {text[:200]} {set(now) ^ set(start)}")
                self.report(f"kill {name} over {n_files} files", before)

    def plain(self):
        self.kill(plain=("-e", "inject=renameat2:error=EINVAL"))

    def random(self):
        rng = random.Random(self.options.seed)
        root, patch = make_case(os.path.join(self.work, "random"), 5)
        applied = self.copy(root)
        code, text = self.run("apply", patch, "--root", applied)
        assert code == 0, text
        old, new, outcomes = tree(root), tree(applied), {}
        for turn in range(self.options.rounds):
            self.n_points += 1
            now = self.copy(root)
            command = [self.bin, "apply", patch, "--root", now]
            running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(rng.random() * self.options.span)
            running.kill()
            code = running.wait()
            torn = tree(now) not in (old, new)
            recovered, text = self.run("recover", "--root", now)
            what = "old" if tree(now) == old else "new" if tree(now) == new else "broken"
            outcomes[what, torn] = outcomes.get((what, torn), 0) + 1
            if what == "broken" or recovered != 0 or (code == 0 and what != "new"):
                self.broken.append(f"turn {turn}: exit {code}, then {recovered} {text[:200]}")
        for (what, torn), count in sorted(outcomes.items()):
            print(f"    {what}{' after a recovery' if torn else ''}: {count}")
        self.report("random kills over 5 files", (0, 0))

    def full(self):
        """Nothing but renames is left to a rollback on a full disk, and it must do."""
        mount = os.path.join(self.work, "mount")
        os.makedirs(mount)
        for n_files in self.options.files:
            for name, template, args, start, end in self.cases(n_files):
                if end is None:
                    whole = self.copy(template)
                    self.run(*args(whole))
                    end = tree(whole)
                before, codes = (len(self.broken), self.n_points), {}
                for n_pages in range(0, 40 + 4 * n_files, self.options.every):
                    self.n_points += 1
                    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", mount], check=True)
                    try:
                        root = os.path.join(mount, "root")
                        shutil.copytree(template, root, symlinks=True)
                        fill(os.path.join(mount, "filler"), n_pages)
                        code, text = self.run(*args(root))
                        codes[code] = codes.get(code, 0) + 1
                        self.judge_fault(f"{name} over {n_files}, {n_pages} pages left", root, code, text, start, end)
                    finally:
                        subprocess.run(["umount", mount], check=True)
                self.report(f"full {name} over {n_files} files, exits {codes}", before)

    def signal(self):
        """A signal that can be heeded leaves no work for a recovery, and the exit code tells what is on disk."""
        for n_files in self.options.files:
            for name, template, args, start, end in self.cases(n_files):
                if name.startswith("recover"):
                    continue
                if end is None:
                    whole = self.copy(template)
                    self.run(*args(whole))
                    end = tree(whole)
                before, codes, point = (len(self.broken), self.n_points), {}, 0
                for call, count in sorted(self.calls(template, args).items()):
                    for when in range(1, count + 1):
                        point += 1
                        if point % self.options.every:
                            continue
                        self.n_points += 1
                        root, signal = self.copy(template), ["TERM", "INT"][point % 2]
                        inject = ("-o", "/dev/null", "-e", f"inject={call}:signal={signal}:when={when}")
                        code, text = self.run(*args(root), strace=inject)
                        codes[code] = codes.get(code, 0) + 1
                        now = tree(root)
                        if now != (end if code == 0 else start) or code == 101:
                            self.broken.append(f"{name} over {n_files}, {call} {when} {signal}: exit {code} {text[:200]}")
                self.report(f"signal {name} over {n_files} files, exits {codes}", before)

    def fault(self):
        for n_files in self.options.files:
            for name, template, args, start, end in self.cases(n_files):
                if end is None:
                    whole = self.copy(template)
                    self.run(*args(whole))
                    end = tree(whole)
                before = (len(self.broken), self.n_points)
                codes = {}
                point = 0
                for call, count in sorted(self.calls(template, args).items()):
                    if not FILE_CALLS.match(call):
                        continue
                    for when in range(1, count + 1):
                        for error in ERRORS:
                            point += 1
                            if point % self.options.every:
                                continue
                            self.n_points += 1
                            root = self.copy(template)
                            inject = ("-o", "/dev/null", "-e", f"inject={call}:error={error}:when={when}")
                            code, text = self.run(*args(root), strace=inject)
                            codes[code] = codes.get(code, 0) + 1
                            self.judge_fault(f"{name} over {n_files}, {call} {when} {error}", root, code, text, start, end)
                self.report(f"fault {name} over {n_files} files, exits {codes}", before)

    def judge_fault(self, name, root, code, text, start, end):
        now = tree(root)
        is_recovery = name.startswith("recover")
        if code < 0 or code == 101 or "panicked" in text:
            self.broken.append(f"{name}: crashed: {text[:200]}")
            return
        if is_recovery and code != 0:
            # It says that it failed; run again it must succeed.
            code, text = self.run("recover", "--root", root)
            now = tree(root)
        if is_recovery:
            if now not in (start, end) or code != 0:
                self.broken.append(f"{name}: exit {code}, {text[:200]} {set(now) ^ set(start)}")
        elif "hunkwise recover" in text and code != 0:
            # It says that it could not roll back.
            code, text = self.run("recover", "--root", root)
            if tree(root) != start:
                self.broken.append(f"{name}: not recovered: {text[:200]}")
        elif now != (end if code == 0 else start):
            stray = [line for line in now if ".hunkwise-" in line]
            if code == 0 and stray and "next apply tries again" in text:
                # All is written and it says that it could not tidy up; the next writer does.
                self.run("recover", "--root", root)
                if tree(root) == end:
                    return
            self.broken.append(f"{name}: exit {code}, {text[:200]} {set(now) ^ set(end if code == 0 else start)}")

    def race(self):
        """One file, one patch, and a writer that replaces or rewrites the file at a random time."""
        rng = random.Random(self.options.seed)
        folder = os.path.join(self.work, "race")
        root, patch = make_case(folder, 1)
        target = os.path.join(root, "d0/f0")
        outcomes = {}
        for turn in range(self.options.rounds):
            shutil.rmtree(os.path.join(root, ".hunkwise"), ignore_errors=True)
            write(target, content(0, "old"))
            edit = f"an edit, number {turn}\n"
            way, pause = rng.choice(["replace", "rewrite", "append"]), rng.random() * self.options.span
            thread = threading.Thread(target=edit_later, args=(target, edit, way, pause))
            thread.start()
            code, text = self.run("apply", patch, "--root", root)
            thread.join()
            self.n_points += 1
            now = open(target).read()
            kept = edit in now
            if not kept and way != "replace":
                # A program that had the file open wrote into the old one after it was taken away.
                kept = any(edit in open(path).read() for path in images(root))
                outcomes["into the old file"] = outcomes.get("into the old file", 0) + kept
            outcomes[f"exit {code}"] = outcomes.get(f"exit {code}", 0) + 1
            stray = [name for name in os.listdir(os.path.dirname(target)) if name not in ("f0", "run")]
            wrong = content(0, "new") in now and code not in (0,)
            if not kept or stray or wrong:
                self.broken.append(f"turn {turn}, {way}: exit {code} {text[:100]} stray {stray}")
        print(outcomes)
        self.report(f"race, {self.options.rounds} applies", (0, 0))

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
                    outcomes["equal"] = outcomes.get("equal", 0) + 1
                elif statuses != ["applied"] and ("applied" in statuses or ours == before[name]):
                    asks = "asks: " + " ".join(statuses)
                    outcomes[asks] = outcomes.get(asks, 0) + 1
                else:
                    self.broken.append(f"batch {batch}, {name}: {statuses}")
                    shutil.copytree(folder, os.path.join(self.options.work, f"differs-{batch}"), dirs_exist_ok=True)
        print(outcomes)
        self.report("differential", (0, 0))


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
    parser.add_argument("sweep", choices=["kill", "fault", "signal", "plain", "full", "random", "race", "differential"])
    parser.add_argument("--bin", default=os.path.join(HERE, "../../target/release/hunkwise"))
    parser.add_argument("--files", default="1,5,50", type=lambda text: [int(n) for n in text.split(",")])
    parser.add_argument("--every", default=1, type=int)
    parser.add_argument("--rounds", default=None, type=int)
    parser.add_argument("--seed", default=1, type=int)
    parser.add_argument("--span", default=0.012, type=float, help="seconds in which the race writes and the random kill comes")
    parser.add_argument("--work", default="/dev/shm" if os.path.isdir("/dev/shm") else tempfile.gettempdir())
    options = parser.parse_args()
    options.rounds = options.rounds or {"race": 2000, "random": 10_000, "differential": 100_000}.get(options.sweep, 0)
    if options.sweep in ("kill", "fault", "signal", "plain") and not shutil.which("strace"):
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
