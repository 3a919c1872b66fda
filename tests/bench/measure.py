# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs a workload under several checkers, in turns, and notes what each run cost.

The reporter, which is no child of the checked program, is counted with it: this process adopts it
(PR_SET_CHILD_SUBREAPER).
"""
import os
import re
import shutil
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
# CPU-bound guests. Seep keeps origins, Memcheck does not: that is Memcheck's default and twice as fast for it.
ORIGINS = ["--track-origins=yes"]
FULL = ["--leak-check=full"]
ENGINES = ("direct", "speculative")
EMPTY_CACHE = "direct, empty cache"


class Settings:
    def __init__(self, args):
        self.build_dir = os.path.abspath(args.build_dir)
        self.work_dir = os.path.join(self.build_dir, "tests", "bench", "work")
        self.cache, self.emptied_cache = (os.path.join(self.work_dir, name) for name in ("cache", "emptied-cache"))
        self.quick, self.runs, self.by_engine = args.quick, args.runs or (1 if args.quick else 5), args.engines
        self.seep = os.path.join(self.build_dir, "seep-valgrind")
        self.checkers = {
            "none": ["valgrind", "--tool=none", "-q"],
            "memcheck": ["valgrind", "--tool=memcheck"],
            "seep": [self.seep],
        }

    def engines(self):
        return {engine: [self.seep, f"--engine={engine}"] for engine in ENGINES}

    def cpu_checkers(self):
        """Those that CPU-bound guests run under."""
        return self.engines() if self.by_engine else dict(self.checkers,
                                                          origins=["valgrind", "--tool=memcheck",
                                                                   "--track-origins=yes"])

    def amount(self, usual, quick, times=1):
        """What a workload gets as its argument. Natively that may be over in no time: where everything is set beside
        that, it gets `times` as much."""
        return quick if self.quick else str(int(usual) * (times if self.by_engine else 1))


# --- checkers that are not Valgrind's kin: the program alone, sanitizers, which it is built with, and heaptrack ---

SANITIZERS = {"asan": ["gcc", "-fsanitize=address"], "msan": ["clang", "-fsanitize=memory"]}
# Leaks are looked for, and are no reason to stop.
SANITIZER_OPTIONS = {"ASAN_OPTIONS": "detect_leaks=1:exitcode=0", "LSAN_OPTIONS": "exitcode=0",
                     "MSAN_OPTIONS": "exitcode=0"}
OTHERS = ("native", *SANITIZERS, "heaptrack")


def has_sanitizer(settings, name):
    """Some compilers come without the library."""
    trial = os.path.join(settings.work_dir, f"trial-{name}")
    command = SANITIZERS[name] + ["-x", "c", "-", "-o", trial]
    if shutil.which(command[0]) and subprocess.run(command, input="int main(void) { return 0; }\n", text=True,
                                                   capture_output=True).returncode == 0:
        return True
    print(f"{' '.join(SANITIZERS[name])} does not work, left out", file=sys.stderr)
    return False


def build_sanitized(settings, source, name, flags):
    """{sanitizer: program}."""
    programs = {}
    for sanitizer in filter(lambda sanitizer: has_sanitizer(settings, sanitizer), SANITIZERS):
        programs[sanitizer] = os.path.join(settings.work_dir, f"{name}-{sanitizer}")
        subprocess.run([*SANITIZERS[sanitizer], "-g", source, "-o", programs[sanitizer], *flags], check=True)
    return programs


def other_checkers(settings, sanitized=None):
    """Prefixes, as in Settings.checkers; a sanitized program takes the place of the command's own."""
    checkers = {"native": []}
    checkers.update(dict.fromkeys(sanitized or {}, []))
    if shutil.which("heaptrack") and not settings.by_engine:
        checkers["heaptrack"] = ["heaptrack", "-o", os.path.join(settings.work_dir, "heaptrack")]
    return checkers


def compile_program(settings, source, name, flags):
    output = os.path.join(settings.work_dir, name)
    compiler = "c++" if source.endswith(".cpp") else "cc"
    subprocess.run([compiler, "-g", source, "-o", output, *flags], check=True)
    return output


# --- running ---

class Usage:
    """What one run cost, in seconds and KiB, and what it printed."""

    def __init__(self, user, system, wall, peak, stdout, status):
        self.user, self.system, self.wall, self.peak, self.stdout, self.status = (user, system, wall, peak, stdout,
                                                                                  status)


KINDS = {"user time": ("s", lambda usage: usage.user),
         "user and system time": ("s", lambda usage: usage.user + usage.system),
         "wall time": ("s", lambda usage: usage.wall), "peak memory": ("MiB", lambda usage: usage.peak / 1024)}


def run(settings, command, cache):
    """Runs a command and whatever it leaves behind, one after the other, until nothing is left. It begins once the
    shell that starts it is gone: a shell that saw it end would take what it cost with it."""
    environment = dict(os.environ, HOME=settings.work_dir, XDG_CACHE_HOME=cache,
                       XDG_STATE_HOME=os.path.join(settings.work_dir, "state"), **SANITIZER_OPTIONS)
    out_path, gate = os.path.join(settings.work_dir, "stdout"), os.path.join(settings.work_dir, "gate")
    if not os.path.exists(gate):
        os.mkfifo(gate)
    with open(out_path, "wb") as out, open(os.path.join(settings.work_dir, "stderr"), "wb") as err:
        # A process begins with the peak memory of what it was forked from: a shell is smaller than this process.
        parent = ["sh", "-c", '{ read -r end_of_file <gate; exec "$@"; } & echo $! >pid', "sh"]
        subprocess.run(parent + command, cwd=settings.work_dir, env=environment, stdin=subprocess.DEVNULL, stdout=out,
                       stderr=err)
        with open(os.path.join(settings.work_dir, "pid"), encoding="utf-8") as told:
            child = int(told.read())
        start = time.monotonic()
        open(gate, "wb").close()
        user, system, peak, status = 0.0, 0.0, 0, None
        while True:
            try:
                pid, ended, usage = os.wait4(-1, 0)
            except ChildProcessError:
                break
            user += usage.ru_utime
            system += usage.ru_stime
            peak += usage.ru_maxrss
            if pid == child:
                status = ended
    assert status is not None, "the command was not seen to end"
    return Usage(user, system, time.monotonic() - start, peak, open(out_path, encoding="utf-8").read(), status)


class Row:
    """One line of the table."""

    def __init__(self, workload, what, unit):
        self.workload, self.what, self.unit = workload, what, unit
        self.samples = {}  # checker: list of numbers

    def add(self, checker, value):
        self.samples.setdefault(checker, []).append(value)

    def median(self, checker):
        return statistics.median(self.samples[checker]) if checker in self.samples else None


def measure(settings, workload, command, options, rows, kinds=("user time", "peak memory"), scan=False,
            own_options=None, checkers=None, programs=None, with_emptied_cache=()):
    """Runs `command` under each checker, taking turns, so that a slow minute of the machine hits all of them.
    `programs`: what to run instead under some of them. `with_emptied_cache`: those that find nothing kept, names
    neither."""
    measured = {kind: Row(workload, kind, KINDS[kind][0]) for kind in kinds}
    scan_row = Row(workload, "leak scan", "ms")
    for _ in range(settings.runs):
        for checker, prefix in (checkers or settings.checkers).items():
            shutil.rmtree(settings.emptied_cache, ignore_errors=True)
            cache = settings.emptied_cache if checker in with_emptied_cache else settings.cache
            more = (options if checker not in ("none", *OTHERS) else []) + (own_options or {}).get(checker, [])
            program = (programs or {}).get(checker, command[0])
            usage = run(settings, prefix + more + [program] + command[1:], cache)
            if usage.status:
                sys.exit(f"{workload} under {checker}: ended with status {usage.status}")
            for kind, row in measured.items():
                row.add(checker, KINDS[kind][1](usage))
            found = re.search(r"scan_ms ([\d.]+)", usage.stdout)
            if scan and found and checker != "none":
                scan_row.add(checker, float(found[1]))
    rows += ([scan_row] if scan else []) + list(measured.values())


def measure_cpu(settings, workload, command, rows, sanitized=None):
    """Seep with its own defaults; its translations are kept from a run that is not counted. Memcheck with origins as
    well. `sanitized`: the program as built with each sanitizer."""
    checkers = settings.cpu_checkers()
    own = {checker: ORIGINS + FULL for checker, prefix in checkers.items() if prefix[0] == settings.seep}
    for checker, options in own.items():
        run(settings, checkers[checker] + options + command, settings.cache)
    checkers.update(other_checkers(settings, sanitized))
    measure(settings, workload, command, [], rows, own_options=own, checkers=checkers, programs=sanitized)


def measure_cold(settings, workload, command, rows):
    """Without what earlier runs have translated: with no cache at all, and with one that is empty, as in the first run
    of all."""
    checkers = {"memcheck": settings.checkers["memcheck"] + FULL}
    for engine, prefix in settings.engines().items():
        checkers[engine] = prefix + ORIGINS + FULL + ["--translation-cache=no"]
    checkers[EMPTY_CACHE] = settings.engines()["direct"] + ORIGINS + FULL
    measure(settings, workload, command, [], rows, kinds=tuple(KINDS), checkers=checkers,
            with_emptied_cache=(EMPTY_CACHE,))
