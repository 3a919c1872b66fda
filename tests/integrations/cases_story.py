# SPDX-License-Identifier: GPL-2.0-or-later
"""The story of docs/story.md, on jansson as Debian has it."""
import os
import re
import subprocess

from cases_integrations import run, succeed
from tree import Skip, expect, need

PLANT = "int json_array_extend(json_t *json, json_t *other_json) {"
LEAK = PLANT + "\n    { static void *volatile lost; lost = malloc(4711); lost = NULL; }\n"


def get_sources(tree):
    need("apt-get", "dpkg-source", "cmake", "ctest")
    got = subprocess.run(["apt-get", "source", "-q", "jansson"], cwd=tree.path, capture_output=True, text=True, check=False)
    folders = [name for name in os.listdir(tree.path) if os.path.isdir(os.path.join(tree.path, name))]
    if got.returncode or len(folders) != 1:
        raise Skip("apt-get source jansson does not work here: " + got.stderr.strip()[-100:])
    tree.path = os.path.join(tree.path, folders[0])


def build(tree):
    succeed(tree, ["cmake", "-B", "build", "-DCMAKE_BUILD_TYPE=Debug", "-DJANSSON_BUILD_DOCS=OFF"])
    succeed(tree, ["cmake", "--build", "build"])


def suite(tree, record, *options):
    return succeed(tree, ["seep", "suite", "--canary", "-j2", f"--record={record}", *options, "--", "ctest", "--test-dir", "build"])


def change(tree, old, new):
    path = os.path.join(tree.path, "src/value.c")
    text = open(path, encoding="utf-8").read()
    expect(text.count(old), 1)
    with open(path, "w", encoding="utf-8") as output:
        output.write(text.replace(old, new))
    succeed(tree, ["cmake", "--build", "build"])


def long_story(tree):
    get_sources(tree)
    build(tree)
    suite(tree, "before")
    succeed(tree, ["seep", "gate", "before"])

    change(tree, PLANT, LEAK)
    found = suite(tree, "leaking").stderr
    expect("definitely lost: json_array_extend (value.c:" in found, True, found)
    expect("in test_array\n" in found, True, found)
    failed = run(tree, ["seep", "gate", "leaking"])
    expect((failed.returncode, "json_array_extend" in failed.stdout), (1, True), failed.stdout)

    succeed(tree, ["seep", "gate", "leaking", "--baseline=known.json", "--update-baseline", "--force"])
    succeed(tree, ["seep", "gate", "leaking", "--baseline=known.json"])

    succeed(tree, ["seep", "suppress", "leaking", "-o", "known.supp"])
    succeed(tree, ["seep", "gate", "leaking", "--suppressions=known.supp"])
    quiet = suite(tree, "suppressed", "--suppressions=known.supp").stderr
    expect("no findings" in quiet, True, quiet)
    succeed(tree, ["seep", "suppress", "--audit", "suppressed", "known.supp"])

    change(tree, LEAK, PLANT)
    suite(tree, "fixed", "--suppressions=known.supp")
    audit = run(tree, ["seep", "suppress", "--audit", "fixed", "known.supp"])
    expect((audit.returncode, bool(re.search("unused", audit.stdout))), (1, True), audit.stdout + audit.stderr)
    succeed(tree, ["seep", "gate", "fixed"])
