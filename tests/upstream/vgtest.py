# SPDX-License-Identifier: GPL-2.0-or-later
"""One regression test of Valgrind: what its .vgtest file says, and a run of it under a checker.

A tree's tests write into their own folders, so each run takes place in a copy of these folders (`Copy`); a link stands
for everything else of the tree. A run yields a text for each stream that the test has: stdout, stderr, those of the
second program (gdb or vgdb, stdoutB and stderrB), and what the command after it prints (post). Filters have been
applied. The streams before the filters are kept beside them, as `stderr.raw` and so on.
"""
import glob
import os
import re
import shutil
import signal
import subprocess
import time

FOLDERS = ("memcheck/tests", "none/tests", "gdbserver_tests")
COPIED = FOLDERS + ("tests",)
KEYS = ("prog", "prog-asis", "args", "vgopts", "env", "stdout_filter", "stderr_filter", "stdout_filter_args",
        "stderr_filter_args", "progB", "argsB", "envB", "stdinB", "stdoutB_filter", "stderrB_filter",
        "stdoutB_filter_args", "stderrB_filter_args", "prereq", "post", "cleanup")
SEVERAL = ("vgopts", "env", "envB")
# Functions of the preloaded library, as a checker without debug information for it shows them, in text and in XML.
REPLACED = re.compile(r"(?m)(?:at|by) 0x[0-9A-F]+: (.*) (\(in [^()]*/vgpreload_\w+-amd64-linux\.so\))$")
REPLACED_XML = re.compile(r"( *)<obj>[^<]*/(vgpreload_\w+-amd64-linux\.so</obj>\n *<fn>(.*)</fn>\n)(?= *</frame>)")
HEAP_FUNCTION = re.compile(r"operator (new|delete)|([cm]|re|v|pv)alloc|(posix_)?memalign|aligned_alloc|"
                           r"reallocarray|c?free|malloc_")
WAIT_FOR_B = 20  # seconds that the second program may outlive the first
LEFT_FILES = ("core", "core.*", "vgcore.*", "*.core.*", "vgdb-prefix-*")


running = set()  # processes with what they have started


class BadTest(Exception):
    pass


class Test:
    """What a .vgtest file says."""

    def __init__(self, tree, path):
        self.tree, self.folder = tree, os.path.dirname(path)
        self.stem = os.path.basename(path).removesuffix(".vgtest")
        self.name = os.path.join(self.folder, self.stem)
        self.fields = {key: [] for key in SEVERAL}
        self._read(os.path.join(tree, path))
        # The folder says which tool is meant unless the options do.
        self.options = " ".join(self.fields["vgopts"]).replace("${PWD}", tree)
        named = re.findall(r"--tool=(\w+)", self.options)
        self.tool = named[-1] if named else (path.split("/")[0] if "/tests/" in path else "memcheck")
        self.options = re.sub(r"--tool=\w+", "", self.options)

    def _read(self, path):
        for line in open(path, encoding="utf-8", errors="replace"):
            line = line.strip()
            if not line or line.startswith("#"):
                continue
            key, colon, value = line.partition(":")
            if not colon or key not in KEYS:
                raise BadTest(f"{path}: nobody knows what this line means: {line}")
            if key in SEVERAL:
                self.fields[key].append(value.strip())
            else:
                self.fields[key] = value.strip()

    def get(self, key, default=""):
        return self.fields.get(key, default)

    @property
    def streams(self):
        return (["stdout", "stderr"] + (["stdoutB", "stderrB"] if "progB" in self.fields else []) +
                (["post"] if "post" in self.fields else []))

    def expected(self, stream):
        """All outputs that are right, by the names of their files."""
        stem = glob.escape(os.path.join(self.tree, self.name))
        paths = [path for path in sorted(glob.glob(f"{stem}.{stream}.exp*")) if not path.endswith(("~", "#"))]
        return {os.path.basename(path): read(path) for path in paths} or {"nothing": ""}

    def command(self):
        program = self.get("prog-asis") or (self._program("prog") if self.get("prog") else "")
        return f"{program} {self.get('args')}".strip()

    def _program(self, key):
        path = self.get(key)
        return path if path.startswith("/") else f"./{path}"

    def filter(self, stream):
        """The shell command that filters a stream, or None."""
        default = "filter_stderr" if stream.startswith("stderr") else ""
        name = self.get(f"{stream}_filter", default)
        if not name:
            return None
        return f"{name if name.startswith('/') else './' + name} {self.get(f'{stream}_filter_args', self.stem)}"


def read(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as text:
            return text.read()
    except FileNotFoundError:
        return ""


def replaced_by(function):
    if function.startswith("VALGRIND_"):
        return "valgrind.h"
    return "vg_replace_malloc.c" if HEAP_FUNCTION.match(function) else "vg_replace_strmem.c"


def with_name(text):
    """What the command says of itself is no difference."""
    return re.sub(r"(?m)^seep-valgrind: ", "valgrind: ", text)


def with_sources(text):
    """The tests' filters know the functions that replace the C library's by the files of Valgrind's sources, which
    distributions put into a package of their own and which Seep does not have."""
    text = re.sub(r"\((vg_replace_\w+\.c):\d+\)", r"(\1:1)", with_name(text))
    text = REPLACED.sub(lambda match: match[0].removesuffix(match[2]) + f"({replaced_by(match[1])}:1)", text)
    return REPLACED_XML.sub(lambda match: f"{match[1]}<obj>{match[2]}{match[1]}<dir>coregrind</dir>\n"
                            f"{match[1]}<file>{replaced_by(match[3])}</file>\n{match[1]}<line>1</line>\n", text)


def find_tests(tree):
    """All tests for this machine. Folders for others are known by the tree's own programs."""
    tests = []
    for folder in FOLDERS:
        for place, inner, names in os.walk(os.path.join(tree, folder)):
            inner[:] = sorted(name for name in inner if is_for_us(tree, name))
            tests += [Test(tree, os.path.relpath(os.path.join(place, name), tree)) for name in sorted(names)
                      if name.endswith(".vgtest")]
    return tests


def is_for_us(tree, folder):
    """The tree's judges answer 1 to a name that they know and that is not ours."""
    def refuses(judge, *words):
        program = os.path.join(tree, "tests", judge)
        return os.path.exists(program) and subprocess.run([program, *words], stderr=subprocess.DEVNULL).returncode == 1
    arch, dash, system = folder.partition("-")
    if folder.startswith(".") or folder in ("docs", "doc"):
        return False
    return not (refuses("arch_test", folder) or refuses("os_test", folder) or
                (dash and refuses("platform_test", arch, system)))


class Copy:
    """A place to run tests in, one at a time: the folders of the tests are copies, everything else of the tree is a
    link."""

    def __init__(self, tree, place):
        self.tree, self.place = tree, place
        shutil.rmtree(place, ignore_errors=True)
        os.makedirs(place)
        for name in os.listdir(tree):
            if name not in {folder.split("/")[0] for folder in COPIED}:
                os.symlink(os.path.join(tree, name), os.path.join(place, name))
        for folder in COPIED:
            if os.path.isdir(os.path.join(tree, folder)):
                self._copy(folder)
        self._prepare_gdb()

    def _copy(self, folder):
        top, _, below = folder.partition("/")
        if below:
            os.makedirs(os.path.join(self.place, top), exist_ok=True)
            for name in os.listdir(os.path.join(self.tree, top)):
                if name != below:
                    os.symlink(os.path.join(self.tree, top, name), os.path.join(self.place, top, name))
        shutil.copytree(os.path.join(self.tree, folder), os.path.join(self.place, folder), symlinks=True,
                        ignore=lambda place, names: [name for name in names if name.endswith((".o", ".out", ".diff")) or
                                                     os.path.isdir(os.path.join(place, name)) and
                                                     not is_for_us(self.tree, name)])

    def _prepare_gdb(self):
        """The tests ask by such files what gdb can do; ours is new enough for all of it."""
        folder = os.path.join(self.place, "gdbserver_tests")
        if not os.path.isdir(folder):
            return
        for name in ("gdb", "vgdb"):
            link = os.path.join(folder, name)
            if os.path.lexists(link):
                os.unlink(link)
            if shutil.which(name):
                os.symlink(shutil.which(name), link)
        if shutil.which("gdb") and shutil.which("vgdb"):
            for name in ("gdb.pic", "gdb.step", "gdb.eval", "vgdb.invoker"):
                open(os.path.join(folder, name), "w", encoding="utf-8").close()


class Run:
    """A test in a copy under a checker (a list of words)."""

    def __init__(self, test, copy, checker, variables, limit):
        self.test, self.limit, self.started = test, limit, []
        self.folder = os.path.join(copy.place, test.folder)
        self.checker, self.variables, self.stopped = checker, variables, False

    def _path(self, stream):
        """Under this name, where some tests look for words that the program prints."""
        return os.path.join(self.folder, f"{self.test.stem}.{stream}.out")

    def streams(self):
        """{stream: text}, with "{stream}.raw" as it was before the filter and the exit status as "status", or a string:
        why the test cannot run."""
        skipped = self._refused()
        if skipped:
            return skipped
        try:
            texts = self._run_programs()
        finally:
            for process in self.started:
                kill(process)
                running.discard(process)
            if "cleanup" in self.test.fields:
                self._shell(self.test.get("cleanup"))
            for pattern in LEFT_FILES + (glob.escape(self.test.stem) + ".*.out",):
                for path in glob.glob(os.path.join(glob.escape(self.folder), pattern)):
                    os.unlink(path)
        return texts

    def _restore(self, program):
        """One test cuts off its own program, where the checker lets it."""
        original = os.path.join(self.test.tree, self.test.folder, self.test.get("prog"))
        is_there = os.path.isfile(original) and os.path.exists(program)
        if is_there and os.path.getsize(original) != os.path.getsize(program):
            shutil.copy2(original, program)

    def _refused(self):
        test = self.test
        program = os.path.join(self.folder, test.get("prog"))
        self._restore(program)
        if "prereq" in test.fields and self._shell(test.get("prereq")) != 0:
            return f"prerequisite: {test.get('prereq')}"
        if test.get("prog") and not os.path.exists(program) and os.path.exists(f"{program}.c"):
            return f"not built: {test.get('prog')}"
        return None

    def _run_programs(self):
        test = self.test
        second = None
        if "progB" in test.fields:
            words = [*test.get("envB"), "exec", test._program("progB"), test.get("argsB")]
            second = self._start(" ".join(words), "B", test.get("stdinB") or None)
        words = [*test.get("env"), *self.checker, "--command-line-only=yes", "--memcheck:leak-check=no", test.options,
                 test.command()]
        first = self._start(" ".join(words), "")
        self._finish(first, self.limit)
        if second:
            self._finish(second, WAIT_FOR_B)
        texts = {"status": f"exit status {first.returncode}\n"}
        for stream in test.streams:
            self._take(stream, texts)
        return texts

    def _take(self, stream, texts):
        path = self._path(stream)
        if stream == "post":
            if self._shell(self.test.get("post"), stdout=path) != 0:
                with open(path, "a", encoding="utf-8") as output:
                    output.write("the command after the test failed\n")
        else:
            texts[f"{stream}.raw"] = read(path) + ("\nstopped\n" if self.stopped and stream == "stderr" else "")
            with open(f"{path}.named.out", "w", encoding="utf-8") as output:
                output.write(with_sources(texts[f"{stream}.raw"]))
            os.replace(f"{path}.named.out", path)  # what was killed may still write to the old file
        command = None if stream == "post" else self.test.filter(stream)
        if command:
            self._shell(command, stdin=path, stdout=f"{path}.filtered.out")
            os.replace(f"{path}.filtered.out", path)
        texts[stream] = read(path)

    def _start(self, command, suffix, stdin=None):
        paths = [self._path(name + suffix) for name in ("stdout", "stderr")]
        with open(paths[0], "wb") as out, open(paths[1], "wb") as err, \
                open(os.path.join(self.folder, stdin) if stdin else os.devnull, "rb") as source:
            process = subprocess.Popen(["/bin/sh", "-c", command], cwd=self.folder, env=self.variables, stdin=source,
                                       stdout=out, stderr=err, start_new_session=True)
        self.started.append(process)
        running.add(process)
        return process

    def _finish(self, process, limit):
        try:
            process.wait(limit)
        except subprocess.TimeoutExpired:
            kill(process)
            self.stopped = True

    def _shell(self, command, stdin=os.devnull, stdout=os.devnull):
        """The exit status of a helper of the test; it is bounded, too."""
        with open(stdin, "rb") as source, open(stdout, "wb") as out:
            process = subprocess.Popen(["/bin/sh", "-c", command], cwd=self.folder, env=self.variables, stdin=source,
                                       stdout=out, stderr=subprocess.DEVNULL, start_new_session=True)
            try:
                return process.wait(self.limit)
            except subprocess.TimeoutExpired:
                kill(process)
                return -1


def kill_all(*_):
    """For signals that end the whole."""
    for process in list(running):
        kill(process)
    os._exit(2)


def kill(process):
    """All that a process has started in its session, whether or not it has ended itself."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    deadline = time.monotonic() + 5
    while process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
