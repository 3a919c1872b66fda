# SPDX-License-Identifier: GPL-2.0-or-later
"""The story of docs/story.md, on packages as Debian has them: a leak is put in, found, lived with, moved about by
edits, and mended.

Answers that are wrong are collected, so that one story tells all of them.
"""
import html
import json
import os
import re
import shutil

import packages as pkg
from cases_integrations import run
from packages import JANSSON, JSONCPP, LIBYAML

OTHER = 9973  # bytes: not as large as the leak that is planted


class Story:
    """A package and what is thought of the answers."""

    def __init__(self, tree, package, which=0):
        self.tree, self.package, self.which, self.wrong = tree, package, which, []

    def file(self, name):
        return os.path.join(self.tree.outside, name)

    def ask(self, title, status, *command):
        """What a command prints, after a look at its status."""
        process = run(self.tree, list(command))
        self.check(title, process.returncode, status, process.stdout + process.stderr)
        return process.stdout

    def check(self, title, found, wanted, more=""):
        if found != wanted:
            self.wrong.append(f"{title}: found {found!r}, expected {wanted!r}\n{more}")

    def suite(self, name, *options):
        return pkg.check(self.tree, self.file(name), self.package.suite, *options).stderr

    def gate(self, title, status, name, *options):
        return self.ask(f"gate, {title}", status, "seep", "gate", self.file(name), *options)

    def diff(self, title, before, after, **changes):
        status = 1 if set(changes) & {"new", "grown"} else 0
        text = self.ask(f"diff, {title}", status, "seep", "diff", "--format=json", self.file(before), self.file(after))
        counts = {change: count for change, count in json.loads(text)["counts"].items() if count and change != "same"}
        self.check(f"counts of diff, {title}", counts, changes, text)

    def end(self):
        if self.wrong:
            raise AssertionError(f"{len(self.wrong)} wrong answers:\n" + "\n".join(self.wrong))


# --- the leak as it is found ---

def report(story, record, form):
    return story.ask(form, 0, "seep", "report", story.file(record), f"--format={form}")


def annotations(story, record):
    """Places in the sources, by formats that editors and CI read."""
    sarif = json.loads(report(story, record, "sarif"))["runs"][0]["results"]
    places = [result["locations"][0]["physicalLocation"] for result in sarif]
    entries = [entry["location"] for entry in json.loads(report(story, record, "gitlab"))]
    lines = re.findall(r"^::\w+ file=([^,]*),line=(\d+)", report(story, record, "github"), re.M)
    return {
        "sarif": {(place["artifactLocation"]["uri"], place["region"]["startLine"]) for place in places},
        "gitlab": {(entry["path"], entry["lines"]["begin"]) for entry in entries},
        "github": {(path, int(line)) for path, line in lines},
    }


def look_at_annotations(story, place):
    """That of the line which was planted is the only new one."""
    before = annotations(story, "before")
    for form, places in annotations(story, "leaking").items():
        story.check(form, places - before[form], {place})


def look_at_json(story, identity, place):
    text = report(story, "leaking", "json")
    found = [finding for finding in json.loads(text)["findings"] if finding["id"] == identity]
    frames = [finding["stack"][finding["place"]] for finding in found]
    story.check("json names the place", [(frame["path"], frame["line"]) for frame in frames], [place], text)
    story.check("json names the tests", [finding["tests"] for finding in found], [story.package.hit], text)


def look_at_texts(story, identity, name):
    for form in ("markdown", "github-summary"):
        text = html.unescape(report(story, "leaking", form))
        story.check(f"{form} names the place", f" ({name}) <code>{identity}" in text, True, text)
    text = report(story, "leaking", "text")
    block = next(block for block in text.split("\n\n") if block.startswith(identity))
    story.check("text names the tests", block.split("hit by ")[1].split(": ")[1].splitlines()[0],
                ", ".join(story.package.hit), text)
    story.check("text names the place", f"({name})  <-- own" in block, True, text)
    text = report(story, "leaking", "junit")
    cases = [case.split('"', 2)[1] for case in text.split("<testcase name=")[1:]
             if re.search(rf'<failure message="[^"]*\({name}\)"', case)]
    story.check("JUnit names the place in the tests", cases, story.package.hit, text)
    story.check("the page has it", identity in report(story, "leaking", "html"), True)


def look_at_reports(story, identity, line):
    look_at_annotations(story, (story.package.source, line))
    look_at_json(story, identity, (story.package.source, line))
    look_at_texts(story, identity, f"{os.path.basename(story.package.source)}:{line}")


def find_leak(story, line):
    digest = story.suite("leaking")
    story.check("digest", bool(re.search(rf"leak: .* lost.*\n.*{story.package.function}.*:{line}\), in ", digest)),
                True, digest)
    story.diff("planted", "before", "leaking", new=1)
    failed = story.gate("planted", 1, "leaking", f"--baseline={story.file('before.json')}",
                        f"--json={story.file('gate.json')}")
    with open(story.file("gate.json"), encoding="utf-8") as verdict:
        new = [item for reason in json.load(verdict)["reasons"] if reason["code"] == "new" for item in reason["items"]]
    story.check("gate names the place", [f":{line})" in item["place"] and story.package.function in item["place"]
                                         for item in new], [True], failed)
    return new[0]["id"]


# --- living with it ---

def valgrind(story, title, status, *options):
    command = story.package.valgrind.replace("@OPTIONS@",
                                             " ".join(["-q", "--leak-check=full", "--error-exitcode=9", *options]))
    story.ask(f"valgrind, {title}", status, *command.split())


def suppress(story, identity):
    supp, baseline = story.file("known.supp"), f"--baseline={story.file('before.json')}"
    story.ask("suppress", 0, "seep", "suppress", story.file("leaking"), identity, "-o", supp)
    story.gate("suppressed", 0, "leaking", baseline, f"--suppressions={supp}")
    quiet = story.suite("suppressed", f"--suppressions={supp}")
    story.check("no place in a suppressed run", story.package.function in quiet, False, quiet)
    story.diff("suppressed", "before", "suppressed")
    story.gate("run with suppressions", 0, "suppressed", baseline)
    story.ask("audit, used", 0, "seep", "suppress", "--audit", story.file("suppressed"), supp)
    story.ask("suppress all", 0, "seep", "suppress", story.file("leaking"), "-o", story.file("all.supp"))
    valgrind(story, "not suppressed", 9)
    valgrind(story, "suppressed", 0, f"--suppressions={story.file('all.supp')}")


def lose_elsewhere(story):
    """By the same allocator, in the function that `caller` tells."""
    old = story.package.caller[0]
    pkg.replace(story.tree, story.package.source, old, old + pkg.leak(story.package, story.which, OTHER))


def suppress_no_more(story):
    """With the suppression, what another function loses in the same way is seen."""
    saved = pkg.save(story.tree)
    lose_elsewhere(story)
    pkg.shell(story.tree, story.package.again)
    story.suite("suppressed-more", f"--suppressions={story.file('known.supp')}")
    story.diff("besides what is suppressed", "before", "suppressed-more", new=1)
    pkg.restore(story.tree, saved)


def put_into_baseline(story):
    story.gate("nothing is raised without --force", 1, "leaking", f"--baseline={story.file('before.json')}",
               "--update-baseline")
    story.gate("not yet", 1, "leaking", f"--baseline={story.file('before.json')}")
    story.gate("--force", 0, "leaking", f"--baseline={story.file('known.json')}", "--update-baseline", "--force")
    story.gate("baseline", 0, "leaking", f"--baseline={story.file('known.json')}")


# --- edits ---

def insert_above(story):
    pkg.replace(story.tree, story.package.source, story.package.head,
                "/* 1\n * 2\n * 3\n * 4 */\n\n" + story.package.head)


def insert_inside(story):
    text = pkg.leak(story.package, story.which)
    pkg.replace(story.tree, story.package.source, text, "  /* In here,\n   * as people do. */\n\n" + text)


def rename(story):
    pkg.rename(story.tree, story.package, "another_name")


def fix(story):
    pkg.replace(story.tree, story.package.source, pkg.leak(story.package, story.which), "")


def put_elsewhere(story):
    """One is mended, and another put into the same function: of the same size, which makes it as like as may be."""
    fix(story)
    other = pkg.leak(story.package, story.which).replace("lost", "gone").replace("one", "uno")
    pkg.replace(story.tree, story.package.source, story.package.end, other + story.package.end)


def add(story):
    other = pkg.leak(story.package, story.which, OTHER)
    pkg.replace(story.tree, story.package.source, story.package.end, other + story.package.end)


def enlarge(story):
    old = pkg.leak(story.package, story.which)
    pkg.replace(story.tree, story.package.source, old, pkg.leak(story.package, story.which, OTHER))


def call_again(story):
    old, new = story.package.caller
    pkg.replace(story.tree, story.package.source, old, old + new)


# What diff counts besides what is the same, and whether the gate with a baseline of the leak fails.
EDITS = [
    ("lines above", insert_above, {}, 0),
    ("lines inside", insert_inside, {}, 0),
    ("function renamed", rename, {"moved": 1}, 0),
    ("fixed", fix, {"fixed": 1}, 0),
    ("another one instead", put_elsewhere, {"new": 1, "fixed": 1}, 1),
    ("another one besides", add, {"new": 1}, 1),
    ("larger", enlarge, {"grown": 1}, 1),
    ("one more caller", call_again, {"grown": 1}, 1),
]


# That a line has the same text in a function of another name is not enough to take one cycle for another.
OF_CYCLES = {"function renamed": ({"new": 1, "fixed": 1}, 1)}


def edit(story, title, change, changes, status):
    saved = pkg.save(story.tree)
    change(story)
    pkg.shell(story.tree, story.package.again)
    record = title.replace(" ", "-")
    story.suite(record)
    story.diff(title, "leaking", record, **changes)
    story.gate(title, status, record, f"--baseline={story.file('known.json')}")
    pkg.restore(story.tree, saved)


def lower_baseline(story):
    """After the mend of `fixed`: what is gone from the baseline does not come back."""
    lower = story.file("lower.json")
    shutil.copy(story.file("known.json"), lower)
    story.gate("lower the baseline", 0, "fixed", f"--baseline={lower}", "--update-baseline")
    story.gate("the leak again", 1, "leaking", f"--baseline={lower}")


def optimise(story):
    pkg.build(story.tree, story.package, "-O2")
    story.suite("optimised")
    story.diff("-O2", "leaking", "optimised")
    story.gate("-O2", 0, "optimised", f"--baseline={story.file('known.json')}")


def build_elsewhere(story):
    here = story.tree.path
    story.tree.path = story.file("checkout")
    shutil.copytree(here, story.tree.path, symlinks=True)
    pkg.build(story.tree, story.package)
    story.suite("elsewhere")
    story.diff("elsewhere", "leaking", "elsewhere")
    story.gate("elsewhere", 0, "elsewhere", f"--baseline={story.file('known.json')}")
    shutil.rmtree(story.tree.path)
    story.tree.path = here


def crash(story):
    saved = pkg.save(story.tree)
    pkg.replace(story.tree, *story.package.crash)
    pkg.shell(story.tree, story.package.again)
    story.suite("crashed")
    failed = story.gate("crashed", 1, "crashed", f"--baseline={story.file('known.json')}")
    story.check("gate names the test and the option", (story.package.crashing in failed,
                                                       "--allow=killed:SIGABRT" in failed), (True, True), failed)
    story.ask("diff, crashed", 2, "seep", "diff", story.file("leaking"), story.file("crashed"))
    story.gate("crash allowed", 0, "crashed", f"--baseline={story.file('known.json')}", "--allow=killed:SIGABRT")
    junit = story.ask("junit", 0, "seep", "report", story.file("crashed"), "--format=junit")
    cases = re.findall(r'<testcase name="([^"]*)"(?:(?!</testcase>).)*?<error message="([^"]*)"', junit, re.S)
    story.check("JUnit's errors", [(name, "SIGABRT" in message) for name, message in cases],
                [(story.package.crashing, True)], junit)
    pkg.restore(story.tree, saved)


# --- the mend ---

def mend(story):
    supp = story.file("known.supp")
    fix(story)
    pkg.shell(story.tree, story.package.again)
    story.suite("mended", f"--suppressions={supp}")
    unused = story.ask("audit, unused", 1, "seep", "suppress", "--audit", story.file("mended"), supp)
    story.check("unused", "unused" in unused, True, unused)
    story.ask("prune", 0, "seep", "suppress", "--audit", "--prune", story.file("mended"), supp)
    with open(supp, encoding="utf-8") as text:
        story.check("pruned", story.package.function in text.read(), False)
    story.diff("mended", "before", "mended")
    story.gate("mended", 0, "mended", f"--baseline={story.file('before.json')}")


def check_all_tests(story):
    pkg.check(story.tree, story.file("all"), story.package.all_tests)
    story.gate("all tests", 0, "all", f"--baseline={story.file('before.json')}")


def begin(story):
    pkg.fetch(story.tree, story.package)
    pkg.build(story.tree, story.package)
    story.suite("before")
    story.gate("before", 1 if story.package.known else 0, "before")
    story.gate("first baseline", 0, "before", f"--baseline={story.file('before.json')}", "--update-baseline", "--force")
    line = pkg.plant(story.tree, story.package, story.which)
    pkg.shell(story.tree, story.package.again)
    return line


def change(story):
    special = OF_CYCLES if "shared_ptr" in story.package.leaks[story.which] else {}
    for title, how, *answers in EDITS:
        edit(story, title, how, *special.get(title, answers))
    lower_baseline(story)
    story.diff("two edits", "fixed", "another-one-besides", new=2)
    story.diff("two more", "another-one-besides", "lines-inside", fixed=1)
    suppress_no_more(story)
    crash(story)
    build_elsewhere(story)
    optimise(story)


def tell(tree, package, which=0, long=True):
    story = Story(tree, package, which)
    line = begin(story)
    identity = find_leak(story, line)
    look_at_reports(story, identity, line)
    suppress(story, identity)
    put_into_baseline(story)
    if long:
        change(story)
    mend(story)
    if long:
        check_all_tests(story)
    story.end()


def case_story(tree):
    """In C, with CMake; the edits are part of the long form."""
    tell(tree, JANSSON, long=False)


def long_story_cmake(tree):
    tell(tree, JANSSON)


def long_story_autotools(tree):
    """Its tests lose parsers, which the baseline lets pass."""
    tell(tree, LIBYAML)


def long_story_meson(tree):
    """In C++: what new gave is lost."""
    tell(tree, JSONCPP)


def long_story_meson_cycle(tree):
    """In C++: two shared_ptr that hold each other."""
    tell(tree, JSONCPP, which=1)
