# SPDX-License-Identifier: GPL-2.0-or-later
"""Suites that are checked for leaks only, in whole or in part, and each way in which such a one could be green though
something was not looked at. (tests/suite/run --checks=leaks runs the other cases so.)"""
import json
import os

from tree import LEAK, expect

CLEAN = "int main(int argc, char **argv) { return argc > 1; }\n"

# Reads a freed block, and loses one.
BOTH = """
#include <stdlib.h>
static void *volatile kept;
static __attribute__((noinline)) void lose(int bytes) { kept = malloc(bytes); kept = NULL; }
int main(void)
{
  int *volatile freed = malloc(4);
  free(freed);
  lose(1337);
  return *freed == 77777;
}
"""

# Ends, or leaves a child behind, in a way that nobody can watch.
UNSEEN = """
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
static void *volatile kept;
static __attribute__((noinline)) void lose(int bytes) { kept = malloc(bytes); kept = NULL; }
static long __attribute__((noinline)) call(long number, long a)
{
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a) : "rcx", "r11", "memory");
  return result;
}
static char stack[1 << 16];
static int run(void *unused) { (void)unused; return 0; }
int main(int argc, char **argv)
{
  const char *how = argv[1];
  lose(1337);
  if (strcmp(how, "raw-exit") == 0)
    call(SYS_exit_group, 0);
  if (strcmp(how, "kill") == 0)
    kill(getpid(), SIGKILL);
  if (strcmp(how, "clone") == 0 && syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0)
    _exit(0);
  if (strcmp(how, "clone()") == 0)
    clone(run, stack + sizeof stack, SIGCHLD, NULL);
  if (strcmp(how, "_Fork") == 0 && _Fork() == 0)
    _exit(0);
  if (strcmp(how, "closes") == 0)
    for (long fd = 3; fd < 1 << 20; fd++)
      call(SYS_close, fd);
  while (wait(NULL) > 0)
    ;
  return 0;
}
"""


def gate(tree, outcome, *options):
    process = tree.run([tree.seep, "gate", outcome.record, *options])
    return process.returncode, process.stdout


def findings(tree, outcome):
    """Identity, what kind of leak, bytes and blocks of each."""
    report = json.loads(tree.report(outcome, "--format=json"))
    return {tuple(finding[name] for name in ("id", "leak_kind", "bytes", "blocks")) for finding in report["findings"]}


def how_checked(outcome):
    """By program: in which ways its processes were checked."""
    ways = {}
    for image in outcome.images:
        if image["checked"]:
            ways.setdefault(os.path.basename(image["exe"]), set()).add(image.get("checks", "all"))
    return ways


def case_leaks_are_those_of_full_checks(tree):
    tree.need_full_checks("it compares both")
    tree.program("leak")
    tree.program("clean", CLEAN)
    tree.program("forks", LEAK.replace("lose(1337);", "fork(); lose(77);").replace("#include", "#include <unistd.h>\n"
                                                                                   "#include", 1))
    command = ["sh", "-c", "./leak; ./clean; ./forks; env -i ./leak 3; bash -c 'exec -a other ./leak'"]
    full, leaks = tree.suite(command), tree.alike(command, "--checks=leaks")
    expect(findings(tree, leaks), findings(tree, full))
    expect((len(leaks.records), how_checked(leaks)),
           (len(full.records), {"leak": {"leaks"}, "clean": {"leaks"}, "forks": {"leaks"}}))
    status, text = gate(tree, leaks)
    expect((status, "note: errors were not looked for: 6 of 6 processes" in text), (1, True), text)


def case_leaks_one_record_for_each(tree):
    """A process that becomes others, and one whose pid comes again, have a record for each program."""
    tree.program("leak")
    tree.program("turns", LEAK.replace('printf("%s %d\\n", argv[0], argc);',
                                       'execl(argc > 2 ? "./turns" : "./leak", "x", argc > 3 ? "1" : 0, (char *)0);'
                                       ).replace("#include", "#include <unistd.h>\n#include", 1))
    outcome = tree.suite(["./turns", "1", "2", "3"], "--checks=leaks")
    expect((len(outcome.records), outcome.checked()), (3, {"turns": 2, "leak": 1}), outcome.err)
    expect(len({os.path.basename(name).split(".")[0] for name in outcome.records}), 1)
    report = json.loads(tree.report(outcome, "--format=json"))
    expect([len(report["processes"]), report["findings"][0]["bytes"]], [3, 1337])


def case_leaks_of_killed_processes(tree):
    """As in a full suite, if that is asked for: verdicts, findings, and what the gate says."""
    tree.need_full_checks("it compares both")
    tree.program("killed", LEAK.replace("return argc", "raise(argc > 1 ? atoi(argv[1]) : SIGABRT); return argc")
                 .replace("#include", "#include <signal.h>\n#include", 1))
    command = ["sh", "-c", "./killed 15; ./killed 11; ./killed; true"]
    full, leaks = tree.suite(command), tree.suite(command, "--checks=leaks", "--check-killed=yes")
    expect(findings(tree, leaks), findings(tree, full))
    expect("Killed by a signal: killed 15 (SIGTERM)" in leaks.err, True, leaks.err)
    for signal, passes in (("SIGTERM,killed:SIGSEGV,killed:SIGABRT", 0), ("SIGTERM,killed:SIGSEGV", 1)):
        allowed = f"--allow=killed:{signal}"
        expect([gate(tree, outcome, allowed, "--definitely-lost=any")[0] for outcome in (full, leaks)], [passes] * 2)


def case_leaks_what_is_not_seen_is_a_gap(tree):
    tree.program("unseen", UNSEEN)
    tree.program("static", LEAK, "-static")
    tree.program("clean", CLEAN)
    for command, kind, text in (("./unseen raw-exit", "unfinished", "its record is incomplete"),
                                ("./unseen kill", "unfinished", "its record is incomplete"),
                                ("./unseen closes", "unfinished", "its record is incomplete"),
                                ("./unseen clone", "unfinished", ""),
                                ("./unseen 'clone()'", "unfinished", ""), ("./unseen _Fork", "unfinished", ""),
                                ("./static", "unchecked", "static"),
                                ("env -i ./static", "unchecked", "static")):
        outcome = tree.suite(["sh", "-c", f"./clean; {command}"], "--checks=leaks")
        verdict = json.loads(gate(tree, outcome, "--definitely-lost=any", "--json")[1])
        codes = [reason["code"] for reason in verdict["reasons"]]
        expect((command, kind in codes), (command, True), f"{codes} {outcome.err}")
        expect(text in outcome.err, True, outcome.err)


def case_leaks_of_another_user(tree):
    """Its record is made by a process of the suite."""
    if os.getuid() != 0:
        return
    tree.program("leak")
    for folder in (os.path.dirname(tree.outside), tree.outside, tree.path):
        os.chmod(folder, 0o755)
    outcome = tree.suite(["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "./leak"], "--checks=leaks")
    expect((len(outcome.records), outcome.facts["problems"]), (1, []), outcome.err)
    expect("1,337 bytes" in outcome.err, True, outcome.err)


def case_leaks_and_named_ones_fully(tree):
    for name in ("one", "two", "three"):
        tree.program(name, BOTH)
    command = ["sh", "-c", "./one; ./two; SEEP_TEST=slow-test ./three; SEEP_TEST=other ./three"]
    outcome = tree.suite(command, "--checks=leaks", "--full=two", "--full=slow-*", "--canary")
    expect(how_checked(outcome), {"one": {"leaks"}, "two": {"all"}, "three": {"all", "leaks"}})
    expect((outcome.facts["full"], outcome.facts["canary"]), (["two", "slow-*"], "seen"))
    status, text = gate(tree, outcome, "--definitely-lost=any")
    expect((status, "2 errors" in text, "errors were not looked for: 2 of 4 processes" in text), (1, True, True), text)
    status, text = gate(tree, outcome, "--definitely-lost=any", "--errors=2")
    expect((status, "--allow=errors-not-checked" in text), (1, True), text)
    expect("Errors were not looked for: one (--checks=leaks), other (--checks=leaks)\n" in outcome.err, True,
           outcome.err)


def case_leaks_and_a_share_fully(tree):
    """Each test has its turn once, and the same ones have on each machine."""
    tests = [f"test{i}" for i in range(12)]
    for name in tests:
        os.link(tree.program("clean", CLEAN) if name == tests[0] else os.path.join(tree.path, "clean"),
                os.path.join(tree.path, name))
    command = ["sh", "-c", "; ".join(f"SEEP_TEST={name} ./clean" for name in tests)]
    turns = []
    for day in ("2026-12-30", "2026-12-31", "2027-01-01"):
        outcome = tree.suite(command, "--checks=leaks", "--full-share=1/3", f"--full-date={day}")
        turns.append({image["test"] for image in outcome.images if image["checked"] and "checks" not in image})
    expect(sorted(name for turn in turns for name in turn), sorted(tests))
    expect(outcome.facts["full_share"], "1 3 20819")
    again = tree.suite(command, "--checks=leaks", "--full-share=1/3", "--full-date=2027-01-02")
    expect({image["test"] for image in again.images if image["checked"] and "checks" not in image}, turns[0])
    both = tree.suite(command, "--checks=leaks", "--full-share=2/3", "--full-date=2026-12-30")
    expect({image["test"] for image in both.images if image["checked"] and "checks" not in image},
           turns[0] | turns[2])


def case_leaks_options(tree):
    """What cannot be is refused, with what to do."""
    tree.need_full_checks("it compares both")
    tree.program("clean", CLEAN)
    for options, text in ((["--checks=leaks", "--track-fds=yes"], "--track-fds needs a full run"),
                          (["--checks=leaks", "--fail-alloc=3"], "--fail-alloc needs a full run"),
                          (["--full=clean"], "add --checks=leaks"), (["--full-share=1/7"], "add --checks=leaks"),
                          (["--checks=leaks", "--full-date=2026-11-27"], "give that, too"),
                          (["--checks=leaks", "--full-share=8/7"], "expected N/M"),
                          (["--checks=leaks", "--full-share=0/7"], "expected N/M"),
                          (["--checks=leaks", "--full-share=1/7x"], "expected N/M"),
                          (["--checks=leaks", "--full-share=1/7", "--full-date=2026-02-30"], "expected a day"),
                          (["--checks=leaks", "--full-share=1/7", "--full-date=27.11.26"], "expected a day")):
        outcome = tree.suite(["./clean"], *options)
        expect((options, outcome.status, text in outcome.err), (options, 125, True), outcome.err)


def case_leaks_keep_errors_of_a_baseline(tree):
    """What was not looked for is neither fixed nor new."""
    tree.need_full_checks("it compares both")
    tree.program("both", BOTH)
    baseline = os.path.join(tree.outside, "baseline.json")
    full = tree.suite(["./both"])
    expect(gate(tree, full, f"--baseline={baseline}", "--update-baseline", "--force")[0], 0)
    with open(baseline, encoding="utf-8") as file:
        before = file.read()
    leaks = tree.suite(["./both"], "--checks=leaks")
    for more in ([], ["--force"]):
        status, text = gate(tree, leaks, f"--baseline={baseline}", "--update-baseline", *more)
        expect((status, "1 finding of the baseline was not looked for" in text), (0, True), text)
        with open(baseline, encoding="utf-8") as file:
            expect(file.read(), before)
    for runs in ((full, leaks), (leaks, full)):
        diff = tree.run([tree.seep, "diff", runs[0].record, runs[1].record])
        expect((diff.returncode, "(0 new, 0 grown, 0 shrunk, 0 fixed" in diff.stdout,
                "errors were not looked for in 1 of 1 processes" in diff.stderr), (0, True, True), diff.stdout)


def case_leaks_of_allocators_of_their_own(tree):
    """A program of a suite with an allocator under names of its own: its heap is not seen."""
    tree.program("own", "#include <stddef.h>\nstatic char pool[99];\n"
                        "void *je_malloc(size_t bytes) { return pool + bytes; }\n"
                        "int main(void) { return je_malloc(1) == NULL; }\n")
    outcome = tree.suite(["./own"], "--checks=leaks")
    status, text = gate(tree, outcome)
    expect((status, "jemalloc" in text), (1, True), text)
