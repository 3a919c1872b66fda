# SPDX-License-Identifier: GPL-2.0-or-later
"""What the cases of tests/suite share: a tree of their own to run a suite in, and what came of it."""
import collections
import glob
import json
import os
import shutil
import subprocess


class Skip(Exception):
    """What the case needs is not installed."""


class Outcome:
    """A suite that has run."""

    def __init__(self, process, record):
        self.status, self.out, self.err, self.record = process.returncode, process.stdout, process.stderr, record
        self.events = self._read_log()
        self.images = [event for event in self.events if event["event"] == "image"]
        facts = os.path.join(record, "suite.json")
        self.facts = json.load(open(facts, encoding="utf-8")) if os.path.exists(facts) else None
        self.records = glob.glob(os.path.join(record, "*.rec"))

    def _read_log(self):
        path = os.path.join(self.record, "execs.jsonl")
        if not os.path.exists(path):
            return []
        return [json.loads(line) for line in open(path, encoding="utf-8")]

    def named(self, name):
        """Images of programs whose last component is this."""
        return [image for image in self.images if os.path.basename(image["exe"]) == name]

    def checked(self):
        """How often each program was checked, by its last component."""
        return collections.Counter(os.path.basename(image["exe"]) for image in self.images if image["checked"])

    def why(self, name):
        return {image.get("why") for image in self.named(name)}

    def tests(self):
        """(test, source) of all checked programs."""
        return {(image.get("test"), image.get("test_source")) for image in self.images if image["checked"]}


LEAK = """
#include <stdio.h>
#include <stdlib.h>
static void *volatile kept;
static __attribute__((noinline)) void lose(int bytes) { kept = malloc(bytes); kept = NULL; }
int main(int argc, char **argv)
{
  lose(1337);
  printf("%s %d\\n", argv[0], argc);
  return argc > 1 ? atoi(argv[1]) : 0;
}
"""


class Tree:
    """A directory to run suites in, below one that holds everything of the case."""

    def __init__(self, build_dir, work, checks="all"):
        self.checks = checks  # of all suites
        self.seep = os.path.join(build_dir, "seep")
        self.outside = work  # what lies here is no part of the tree
        self.path = os.path.join(work, "tree")
        self.count = 0
        self.limit = 600  # seconds for one command
        os.makedirs(self.path)
        os.makedirs(os.path.join(work, "home"))
        if checks != "all":
            with open(os.path.join(work, "home", ".seeprc"), "w", encoding="utf-8") as options:
                options.write(f"--checks={checks}\n")  # for what runs Seep by itself

    def file(self, name, text, mode=0o644):
        path = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as output:
            output.write(text)
        os.chmod(path, mode)
        return path

    def script(self, name, text):
        return self.file(name, "#!/bin/sh\n" + text, 0o755)

    def program(self, name, text=LEAK, *flags):
        """Compile a C program; `name` is relative to the tree."""
        source = self.file(name + ".c", text)
        output = os.path.join(self.path, name)
        subprocess.run(["cc", "-g", source, "-o", output, *flags], check=True)
        return output

    def environment(self, **more):
        clean = {name: value for name, value in os.environ.items()
                 if not name.startswith(("SEEP", "VALGRIND", "MAKE", "MFLAGS", "TEST", "CTEST", "CK_")) and
                 name != "LD_PRELOAD"}
        home = os.path.join(self.outside, "home")
        clean.update(HOME=home, XDG_STATE_HOME=os.path.join(home, "state"), PATH=self.path_variable())
        clean.update(more)
        clean.setdefault("XDG_CACHE_HOME", os.path.join(os.path.dirname(self.outside), "cache"))
        return clean

    @staticmethod
    def path_variable():
        return os.environ.get("PATH", "/usr/bin:/bin")

    def run(self, command, directory=None, **more):
        """Natively."""
        return subprocess.run(command, cwd=directory or self.path, env=self.environment(**more), capture_output=True,
                              text=True, errors="replace", timeout=self.limit, stdin=subprocess.DEVNULL)

    def suite(self, command, *options, directory=None, **more):
        self.count += 1
        record = os.path.join(self.outside, f"run{self.count}")
        seep = [self.seep, "suite", f"--record={record}", f"--checks={self.checks}"]
        process = self.run([*seep, *options, "--", *command], directory, **more)
        return Outcome(process, record)

    def need_full_checks(self, why):
        if self.checks == "leaks":
            raise Skip(f"with --checks=leaks, {why}")

    def alike(self, command, *options, **more):
        """Run natively, then as a suite: output and status must be the same."""
        native, outcome = self.run(command, **more), self.suite(command, "-q", *options, **more)
        expect((outcome.status, outcome.out), (native.returncode, native.stdout), outcome.err)
        expect(outcome.err, native.stderr)
        return outcome

    def report(self, outcome, *options):
        return self.run([self.seep, "report", outcome.record, *options]).stdout


def expect(found, wanted, more=""):
    if found != wanted:
        raise AssertionError(f"found    {found!r}\n  expected {wanted!r}\n{more}")


def need(*commands):
    for command in commands:
        if not shutil.which(command):
            raise Skip(f"{command} is not installed")
