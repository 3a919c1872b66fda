# SPDX-License-Identifier: GPL-2.0-or-later
"""What the engines are to reach, and what they have reached, in the run that was just measured: `bench --engines`.

Programs that compute are set beside the program alone, by user time, with translations kept from a run that is not
counted. Cold runs are set beside Memcheck, whose defaults track no origins while Seep's do. A group's number is the
geometric mean of its workloads' ratios.
"""
import collections
import statistics

import generated
from measure import EMPTY_CACHE

COLD_COMPILER = "cold cc1"
PERL, PYTHON = "/usr/bin/perl", "/usr/bin/python3"
# Real commands that are over at once; LINES is a short text.
COLD_SHORT = {
    "true": ["/bin/true"], "ls": ["/bin/ls", "-l", "/usr/share"], "cat": ["/bin/cat", "LINES"],
    "grep": ["/bin/grep", "-c", "9.*text", "LINES"], "sed": ["/bin/sed", "-n", "s/lines/rows/p", "LINES"],
    "sort": ["/usr/bin/sort", "-n", "LINES"], "awk": ["/usr/bin/awk", "{ n += $1 } END { print n }", "LINES"],
    "find": ["/usr/bin/find", "/usr/share/doc/bash", "-name", "*.gz"],
    "sh": ["/bin/sh", "-c", "for i in 1 2 3; do echo $i; done"], "bash": ["/bin/bash", "-c", "echo $((6 * 7))"],
    "git --version": ["/usr/bin/git", "--version"], "perl -e 1": [PERL, "-e", "1"], "python3 -c 1": [PYTHON, "-c", "1"],
}


def cold(name):
    return f"cold {name}"


COMPUTING = ("bzip2", "xz", "gzip", "float", "fma", "strings", "calls", "sqlite3")
INTERPRETERS = ("python3", "perl", "lua")
GENERATED = generated.NAMES
SHORT = tuple(map(cold, COLD_SHORT))

Goal = collections.namedtuple("Goal", "title workloads what reference most")
GOALS = (
    Goal("CPU-bound C and C++, user time, alone = 1", COMPUTING, "user time", "native", 2.5),
    Goal("interpreters, user time, alone = 1", INTERPRETERS, "user time", "native", 4),
    Goal("generated code, user time, alone = 1", GENERATED, "user time", "native", 10),
    Goal("cc1 -O2 cold, user time, Memcheck = 1", (COLD_COMPILER,), "user time", "memcheck", 0.25),
    Goal("cc1 -O2 cold, with system time", (COLD_COMPILER,), "user and system time", "memcheck", 0.25),
    Goal("short processes cold, wall time, Memcheck = 1", SHORT, "wall time", "memcheck", 0.2),
    Goal("short processes cold, user time", SHORT, "user time", "memcheck", 0.2),
    Goal("peak memory, the speculative engine = 1", COMPUTING + INTERPRETERS, "peak memory", "speculative", 1),
    Goal("peak memory of cc1 -O2, cold, the same", (COLD_COMPILER,), "peak memory", "speculative", 1),
)
COLUMNS = ("direct", EMPTY_CACHE, "speculative")
COLD_COLUMNS = ("memcheck", *COLUMNS)
# The engine whose numbers are judged.
JUDGED = "direct"


def ratios(rows, goal, checker):
    measured = [row for row in rows if row.workload in goal.workloads and row.what == goal.what]
    return [row.median(checker) / row.median(goal.reference) for row in measured
            if row.median(checker) and row.median(goal.reference) and checker != goal.reference]


def reached(rows):
    """[(goal, {column: mean}, how many workloads it is of)], of goals that have been measured. A workload that takes no
    time at all without a checker, as small ones may, has no ratio."""
    found = []
    for goal in GOALS:
        of = {column: ratios(rows, goal, column) for column in COLUMNS}
        if any(row.workload in goal.workloads for row in rows):
            found.append((goal, {column: statistics.geometric_mean(each) for column, each in of.items() if each},
                          len(of[JUDGED])))
    return found


def holds(goal, means):
    return JUDGED in means and round(means[JUDGED], 2) <= goal.most


def goal_lines(rows):
    found = reached(rows)
    if not found:
        return []
    lines = ["", f"{'geometric means':<47}{'to reach':>9}" + "".join(f"{column:>21}"
                                                                     for column in COLUMNS) + f"   {JUDGED}"]
    for goal, means, count in found:
        cells = "".join(f"{means[column]:>21.2f}" if column in means else f"{'-':>21}" for column in COLUMNS)
        verdict = "reached" if holds(goal, means) else "missed" if count else "not measured"
        share = "" if count == len(goal.workloads) else f" (of {count} of {len(goal.workloads)} workloads)"
        lines.append(f"{goal.title:<47}{goal.most:>9.2f}{cells}   {verdict}{share}")
    return lines


def cold_lines(rows, cell):
    """Seconds and MiB; `cell` prints the samples of a checker."""
    chosen = [row for row in rows if row.workload in (COLD_COMPILER, *SHORT)]
    if not chosen:
        return []
    lines = ["", f"{'without a cache':<20}{'':<21}{'':<4}" + "".join(f"{column:>25}" for column in COLD_COLUMNS)]
    for row in chosen:
        cells = "".join(f"{cell(row, column):>25}" for column in COLD_COLUMNS)
        lines.append(f"{row.workload.removeprefix('cold '):<20}{row.what:<21}{row.unit:<4}{cells}")
    return lines


def beside_sanitizers(rows):
    """{workload: (direct, both sanitizers)}, user time of the program alone = 1, of what was built with both."""
    return {row.workload: (row.median(JUDGED) / row.median("native"),
                           (row.median("asan") + row.median("msan")) / row.median("native"))
            for row in rows if row.what == "user time" and row.median("native") and
            {JUDGED, "asan", "msan"} <= row.samples.keys()}


def sanitizer_lines(rows):
    beside = beside_sanitizers(rows)
    if not beside:
        return []
    lines = ["", f"{'faster than ASan and MSan added up':<47}{JUDGED:>9}{'both':>21}"]
    lines += [f"{workload:<47}{mine:>9.2f}{both:>21.2f}   {'yes' if mine < both else 'no'}" for workload,
              (mine, both) in beside.items()]
    slower = [workload for workload, (mine, both) in beside.items() if mine >= both]
    return lines + [f"{'for all of them':<47}{'':>30}   " + (f"missed: {', '.join(slower)}" if slower else "reached")]


def as_json(rows):
    return {"means": [{"what": goal.title, "to_reach": goal.most, "reached": holds(goal, means), "workloads": count,
                       **means}
                      for goal, means, count in reached(rows)],
            "beside_sanitizers": {workload: {JUDGED: mine, "both": both} for workload,
                                  (mine, both) in beside_sanitizers(rows).items()}}
