# SPDX-License-Identifier: GPL-2.0-or-later
"""Guest programs: reading their header lines, building them, and the plain form of a report.

A guest program is one source file (C, C++, assembly, Rust) or a shell script. Its leading comment says what it shows,
and then:

  build: FLAGS       more compiler flags; several lines add up (default: -g -O0)
  compiler: NAME     build with this one only, and skip where it is not installed
  again: NAME [COMPILER] [FLAGS]    also make program FILE_NAME of it, with more flags, by another compiler
  plugin:            the same source, with -DPLUGIN, also makes NAME.so beside the program
  after: COMMAND     run by the shell once the program is built
  needs: WORDS       skip unless all are there: root, seep (not Memcheck), or the name of a command
  uses: FILES        for scripts: guest programs to build first, in all their forms (again)
  file: NAME         the lines that follow and begin with "//|" become this file in the working directory
  compare: no        leave it out of `make compare`, reason behind it
  run: [OPTIONS] [-- ARGS]    begins a case; what follows belongs to it
  env: NAME=VALUE    one variable of the environment
  limit: SECONDS     time limit (default 60); scripts may have it too
  only: seep         this case only: not under Memcheck
  report: FILE       take the report from this file of the working directory (may be a pattern) instead of from stderr
  exit: N            exit status, or the name of the signal that ends the program (default 0)
  stdout: TEXT       one line of the exact standard output
  expect: TEXT       a line of the report, after the ones before it, has TEXT in it; /TEXT/ is a regular expression
  next: TEXT         the very next line has TEXT in it
  reject: TEXT       no line of the report has TEXT in it

A script finds $LONG set if it is to try all that it knows, however long that takes (tests/guest/run --long).

In a check or a file @NAME stands for the number of the source line that ends in the comment "// @NAME".
$SRC, $BIN and $WORK stand for the source directory, the directory of the built programs and the case's working
directory.
"""
import glob
import os
import re
import shlex
import shutil
import subprocess
import tempfile

COMPILERS = {".S": ("CC", "cc"), ".c": ("CC", "cc"), ".cpp": ("CXX", "c++"), ".rs": ("RUSTC", "rustc")}
PER_CASE = ("env", "limit", "only", "report", "exit", "stdout", "expect", "next", "reject")
PER_PROGRAM = ("build", "compiler", "again", "plugin", "after", "needs", "uses", "file", "compare")


class HeaderError(Exception):
    pass


class Case:
    """One run of a program and what it must show."""

    def __init__(self, program, number, command):
        self.program = program
        self.name = program.name if number == 1 else f"{program.name}#{number}"
        options, _, args = command.partition("-- ") if "-- " in command else (command, "", "")
        self.options, self.args = options.removesuffix("--"), args
        self.environment, self.stdout, self.checks = {}, [], []
        self.limit, self.exit, self.report, self.only = 60, "0", None, None

    def take(self, key, value):
        if key == "env":
            name, _, text = value.partition("=")
            self.environment[name] = text
        elif key == "stdout":
            self.stdout.append(value)
        elif key in ("expect", "next", "reject"):
            self.checks.append((key, value))
        elif key == "limit":
            self.limit = int(value)
        else:
            setattr(self, key, value)


class Program:
    """One file of a room of tests/guest with its header lines; `again` are the words of one of these lines."""

    def __init__(self, path, again=()):
        self.path = path
        self.name, self.kind = os.path.splitext(os.path.basename(path))
        self.name += "".join("_" + word for word in again[:1])
        self.flags, self.again, self.after, self.needs, self.uses, self.compiler = [], [], [], [], [], None
        self.files, self.plugin, self.compare = {}, False, True
        self.cases = [Case(self, 1, "")] if self.kind == ".sh" else []
        self._read()
        self.compiler = next((word for word in again[1:2] if not word.startswith("-")), self.compiler)
        self.flags += [word for word in again[1:] if word != self.compiler]

    def _read(self):
        self._read_header()
        lines = enumerate(open(self.path, encoding="utf-8"), 1)
        marks = {match[1]: str(number) for number, line in lines if (match := re.search(r"\S.*// @(\w+)$", line))}

        def with_lines(text):
            return re.sub(r"@(\w+)", lambda mark: marks.get(mark[1], mark[0]), text)
        for case in self.cases:
            case.checks = [(kind, with_lines(text)) for kind, text in case.checks]
        self.files = {name: with_lines(text) for name, text in self.files.items()}

    def _read_header(self):
        mark = "#" if self.kind == ".sh" else "//"
        current_file = None
        for line in open(self.path, encoding="utf-8"):
            if not line.startswith(mark):
                if line.strip():
                    break
                continue
            body = line[len(mark):].rstrip("\n")
            if body.startswith("|") and current_file:
                self.files[current_file] += body[1:].removeprefix(" ") + "\n"
                continue
            match = re.match(r"\s?([a-z]+):(?:\s(.*))?$", body)
            if match and match[1] in PER_CASE + PER_PROGRAM + ("run",):
                current_file = self._take(match[1], (match[2] or "").strip())

    def _take(self, key, value):
        """Returns the name of the file that a `file:` line opens."""
        if key == "run":
            self.cases.append(Case(self, len(self.cases) + 1, value))
        elif key in PER_CASE:
            if not self.cases:
                raise HeaderError(f"{self.path}: '{key}:' stands before the first 'run:'")
            self.cases[-1].take(key, value)
        elif key == "file":
            self.files[value] = ""
            return value
        elif key == "build":
            self.flags += shlex.split(value)
        elif key == "compiler":
            self.compiler = value
        elif key == "again":
            self.again.append(shlex.split(value))
        elif key == "after":
            self.after.append(value)
        elif key == "plugin":
            self.plugin = True
        elif key == "compare":
            self.compare = not value.startswith("no")
        else:
            getattr(self, key).extend(value.split())
        return None

    def missing(self, seep):
        """What this program needs and this machine has not; None when all is there."""
        needs = self.needs + (["rustc"] if self.kind == ".rs" else []) + ([self.compiler] if self.compiler else [])
        for need in needs:
            if need == "seep":
                have = is_seep(seep)
            elif need == "root":
                have = os.geteuid() == 0
            else:
                have = shutil.which(need)
            if not have:
                return need
        return None


def is_seep(command):
    """Whether a checker command is Seep rather than Memcheck."""
    return "seep" in os.path.basename(command[0])


def programs(source_dir, names):
    """The programs in the rooms of `source_dir`, all or the named ones, in the order of their names."""
    found = [Program(path) for path in glob.glob(os.path.join(source_dir, "*", "*"))
             if path.endswith((*COMPILERS, ".sh")) and not path.endswith("lib.sh")]
    found += [Program(program.path, again) for program in found for again in program.again]
    found.sort(key=lambda program: program.name)
    wanted = [os.path.splitext(os.path.basename(name))[0] for name in names]
    unknown = set(wanted) - {program.name for program in found}
    if unknown:
        raise HeaderError(f"no such guest program: {', '.join(sorted(unknown))}")
    return [program for program in found if not wanted or program.name in wanted]


def expand(text, source_dir, bin_dir, work_dir):
    for name, value in (("$SRC", source_dir), ("$BIN", bin_dir), ("$WORK", work_dir)):
        text = text.replace(name, value)
    return text


def _is_fresh(output, source, source_dir):
    if not os.path.exists(output):
        return False
    inputs = [source, __file__]
    for kind in ("*.h", "*.def"):
        inputs += glob.glob(os.path.join(source_dir, kind))
    return all(os.path.getmtime(output) > os.path.getmtime(path) for path in inputs)


def _compile(program, source_dir, output, flags):
    variable, default = COMPILERS[program.kind]
    compiler = [program.compiler] if program.compiler else shlex.split(os.environ.get(variable, default))
    usual = ["-g"] if program.kind == ".rs" else ["-g", "-O0", "-I", source_dir]
    command = compiler + usual + [program.path, "-o", output] + flags
    # An optimising or hardened environment must not change what the programs show.
    environment = {k: v for k, v in os.environ.items() if k not in ("CFLAGS", "CXXFLAGS", "LDFLAGS")}
    done = subprocess.run(command, cwd=os.path.dirname(output), env=environment, text=True, capture_output=True)
    if done.returncode:
        raise HeaderError(f"{' '.join(command)}:\n{done.stderr}")


def build(program, source_dir, bin_dir):
    """Makes the program in `bin_dir` unless it is newer than its source. Raises HeaderError when that fails."""
    output = os.path.join(bin_dir, program.name)
    if program.kind == ".sh" or _is_fresh(output, program.path, source_dir):
        return output
    # In a folder of its own under the final names, so that a build cut short leaves nothing that looks done.
    with tempfile.TemporaryDirectory(dir=bin_dir) as fresh:
        made = os.path.join(fresh, program.name)
        if program.plugin:
            _compile(program, source_dir, made + ".so", program.flags + ["-DPLUGIN", "-shared", "-fPIC"])
        _compile(program, source_dir, made, program.flags)
        for command in program.after:
            done = subprocess.run(expand(command, source_dir, fresh, fresh), shell=True, cwd=fresh, text=True,
                                  capture_output=True)
            if done.returncode:
                raise HeaderError(f"{command}:\n{done.stderr}")
        for name in os.listdir(fresh):
            if name != program.name:
                os.replace(os.path.join(fresh, name), os.path.join(bin_dir, name))
        os.replace(made, output)
    return output


def plain_lines(text):
    """A report without process ids, frame addresses and indentation."""
    lines = []
    for line in text.splitlines():
        line = re.sub(r"^(==|--|\*\*)\d+(==|--|\*\*) ?", "", line).strip()
        lines.append(re.sub(r"^(at|by) 0x[0-9A-Fa-f]+: ", r"\1 ", line))
    return lines
