# SPDX-License-Identifier: GPL-2.0-or-later
"""What it costs to look for leaks only, with the program running natively: `bench --native`.

User and system time, with the reporter's, as a multiple of the program alone; and what is added to it, which is what
matters for short programs. LSan is built into programs that have sources here. What takes ten times as long as the
program and more is measured once. `formulas` allocates two million small blocks a second, 12 frames deep and deeper,
and uses them; trees, heap and threads do nothing but allocate, and show the worst.
"""
import copy
import os
import shutil
import subprocess

import usual_programs
from measure import FULL, ORIGINS, compile_program, measure, run

HERE = os.path.dirname(os.path.abspath(__file__))
COLUMNS = {"leaks": "--checks=leaks", "lsan": "LSan", "heaptrack": "heaptrack", "memcheck": "Memcheck",
           "seep": "full checks"}
TIME = "user and system time"
# With sources: flags, and the argument, also with --quick.
BUILT = {"calls": (["-O2"], "10", "1"), "formulas": (["-O2"], "40", "1"), "trees": (["-O1"], "30", "2"),
         "heap": (["-O2"], "2", "0.2"), "threads": (["-O1", "-pthread"], "100000", "10000")}
APPENDING = "my @a; for my $i (1..$ARGV[0]) { $a[$i % 10007] .= \"xyz$i\"; } print scalar(@a), \"\\n\";"


def build_with_lsan(settings, source, name, flags):
    """{} if this compiler has no LSan."""
    output = os.path.join(settings.work_dir, f"{name}-lsan")
    done = subprocess.run(["gcc", "-fsanitize=leak", "-g", source, "-o", output, *flags], capture_output=True)
    return {"lsan": output} if done.returncode == 0 else {}


def checkers_of(settings, has_lsan):
    seep = os.path.join(settings.build_dir, "seep")
    checkers = {"native": [], "leaks": [seep, "--checks=leaks", "-q", "--record=no"]}
    if has_lsan:
        checkers["lsan"] = []
    if shutil.which("heaptrack"):
        checkers["heaptrack"] = ["heaptrack", "-o", os.path.join(settings.work_dir, "heaptrack")]
    checkers["memcheck"] = settings.checkers["memcheck"] + FULL
    checkers["seep"] = settings.checkers["seep"] + FULL + ORIGINS
    return checkers


def measure_program(settings, name, command, lsan, rows):
    """Names of functions, and translations, are kept from a run that is not counted."""
    checkers = checkers_of(settings, bool(lsan))
    for checker in ("leaks", "seep"):
        run(settings, checkers[checker] + command, settings.cache)
    measured, once = [], copy.copy(settings)
    once.runs = 1
    quick = {checker: checkers.pop(checker) for checker in ("native", "leaks", "lsan") if checker in checkers}
    for how, some in ((settings, quick), (once, checkers)):
        measure(how, name, command, [], measured, kinds=(TIME,), checkers=some, programs=lsan)
    measured[0].samples.update(measured[1].samples)
    rows.append(measured[0])


def bench(settings, installed, rows):
    """`installed`: {name: command} of programs without sources here."""
    for name, (flags, usual, quick) in BUILT.items():
        source = os.path.join(HERE, f"{name}.c")
        lsan = build_with_lsan(settings, source, name, flags)
        command = [compile_program(settings, source, name, flags), quick if settings.quick else usual]
        measure_program(settings, name, command, lsan, rows)
    installed = dict(installed, **usual_programs.commands(settings))
    installed["perl that appends"] = ["/usr/bin/perl", "-e", APPENDING, "20000" if settings.quick else "300000"]
    installed["true"] = ["/bin/true"]
    for name, command in installed.items():
        measure_program(settings, name, command, {}, rows)


def lines(rows):
    found = [f"{TIME}, the program alone = 1 (added, ms)".ljust(46) +
             "".join(f"{title:>17}" for title in ("alone, ms", *COLUMNS.values()))]
    for row in rows:
        alone = row.median("native")
        cells = [f"{1e3 * alone:.1f}"]
        for checker in COLUMNS:
            time = row.median(checker)
            cells.append("-" if time is None or alone == 0 else f"{time / alone:.2f} ({1e3 * (time - alone):.1f})")
        found.append(row.workload.ljust(46) + "".join(f"{cell:>17}" for cell in cells))
    return found
