# SPDX-License-Identifier: GPL-2.0-or-later
"""The story of docs/story.md, on jansson as Debian has it."""
import os
import subprocess

from cases_integrations import run, succeed
from tree import Skip, expect, need

PLANT = "int json_array_extend(json_t *json, json_t *other_json) {"
LEAK = PLANT + "\n    { static void *volatile lost; lost = malloc(4711); lost = NULL; }\n"


def fetch(folder):
    """By apt with lists of its own: nothing of the system is changed, and no deb-src line is needed."""
    lists, source = os.path.join(folder, "lists"), os.path.join(folder, "sources.list")
    os.makedirs(os.path.join(lists, "partial"))
    os.makedirs(os.path.join(folder, "cache", "archives", "partial"))
    with open(source, "w", encoding="utf-8") as output:
        output.write("deb-src http://deb.debian.org/debian bookworm main\n")
    apt = ["apt-get", "-q", "-o", f"Dir::State::Lists={lists}", "-o", f"Dir::Etc::SourceList={source}", "-o", "Dir::Etc::SourceParts=-",
           "-o", f"Dir::Cache={folder}/cache", "-o", "APT::Sandbox::User="]
    for command in (["update"], ["source", "jansson"]):
        got = subprocess.run(apt + command, cwd=folder, capture_output=True, text=True, check=False, timeout=300)
        if got.returncode:
            raise Skip("apt-get source jansson does not work here: " + got.stderr.strip()[-100:])


def get_sources(tree):
    need("apt-get", "dpkg-source", "cmake", "ctest")
    folder = os.path.join(tree.outside, "sources")
    os.mkdir(folder)
    fetch(folder)
    tree.path = next(entry.path for entry in os.scandir(folder) if entry.is_dir() and entry.name.startswith("jansson-"))


def build(tree):
    succeed(tree, ["cmake", "-B", "build", "-DCMAKE_BUILD_TYPE=Debug", "-DJANSSON_BUILD_DOCS=OFF"])
    succeed(tree, ["cmake", "--build", "build"])


def suite(tree, record, *options):
    return succeed(tree, ["seep", "suite", "--canary", "-j2", f"--record={record}", *options, "--", "ctest", "--test-dir", "build",
                          *tree.tests])


def change(tree, old, new):
    path = os.path.join(tree.path, "src/value.c")
    text = open(path, encoding="utf-8").read()
    expect(text.count(old), 1)
    with open(path, "w", encoding="utf-8") as output:
        output.write(text.replace(old, new))
    succeed(tree, ["cmake", "--build", "build"])


def fails(tree, command, *parts):
    process = run(tree, command)
    expect(process.returncode, 1, process.stdout + process.stderr)
    for part in parts:
        expect(part in process.stdout, True, f"{part} is not in: {process.stdout}")


def find_leak(tree):
    found = suite(tree, "leaking").stderr
    expect("definitely lost: json_array_extend (value.c:" in found, True, found)
    expect("in test_array\n" in found, True, found)
    fails(tree, ["seep", "gate", "leaking"], "json_array_extend")
    fails(tree, ["seep", "diff", "before", "leaking"], "json_array_extend")


def put_into_baseline(tree):
    fails(tree, ["seep", "gate", "leaking", "--baseline=known.json"], "json_array_extend")
    fails(tree, ["seep", "gate", "leaking", "--baseline=known.json", "--update-baseline"])  # which only ever lowers
    succeed(tree, ["seep", "gate", "leaking", "--baseline=known.json", "--update-baseline", "--force"])
    succeed(tree, ["seep", "gate", "leaking", "--baseline=known.json"])


def suppress(tree):
    succeed(tree, ["seep", "suppress", "leaking", "-o", "known.supp"])
    succeed(tree, ["seep", "gate", "leaking", "--suppressions=known.supp"])
    quiet = suite(tree, "suppressed", "--suppressions=known.supp").stderr
    expect("no findings" in quiet, True, quiet)
    succeed(tree, ["seep", "suppress", "--audit", "suppressed", "known.supp"])
    valgrind = ["valgrind", "-q", "--leak-check=full", "--error-exitcode=9"]
    expect(run(tree, [*valgrind, "build/bin/test_array"]).returncode, 9)
    succeed(tree, [*valgrind, "--suppressions=known.supp", "build/bin/test_array"])


def mend(tree):
    change(tree, LEAK, PLANT)
    suite(tree, "fixed", "--suppressions=known.supp")
    fails(tree, ["seep", "suppress", "--audit", "fixed", "known.supp"], "unused")
    succeed(tree, ["seep", "suppress", "--audit", "--prune", "fixed", "known.supp"])
    expect("json_array_extend" in open(os.path.join(tree.path, "known.supp"), encoding="utf-8").read(), False)
    succeed(tree, ["seep", "gate", "fixed"])


def tell(tree, tests):
    tree.tests = tests
    get_sources(tree)
    build(tree)
    suite(tree, "before")
    succeed(tree, ["seep", "gate", "before"])
    succeed(tree, ["seep", "gate", "before", "--baseline=known.json", "--update-baseline", "--force"])
    change(tree, PLANT, LEAK)
    find_leak(tree)
    put_into_baseline(tree)
    suppress(tree)
    mend(tree)


def case_story(tree):
    """With the tests of the library's functions."""
    tell(tree, ["-R", "^test_"])


def long_story_of_all_tests(tree):
    """With all of its tests."""
    tell(tree, [])
