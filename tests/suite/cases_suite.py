# SPDX-License-Identifier: GPL-2.0-or-later
"""The suite as a whole: its exit status, what it says, and what can go wrong with it."""
import os
import pty
import re
import shutil
import signal
import subprocess
import termios
import time

from tree import LEAK, Skip, expect

CLEAN = "int main(int argc, char **argv) { return argc > 1; }\n"


def case_exit_status(tree):
    tree.program("leak")
    tree.program("clean", CLEAN)
    for command, options, status in ((["./leak"], [], 0), (["./leak", "7"], [], 7),
                                     (["./leak"], ["--error-exitcode=9"], 9),
                                     (["sh", "-c", "./leak; true"], ["--error-exitcode=9"], 9),
                                     (["./clean"], ["--error-exitcode=9"], 0),
                                     (["./clean", "x"], ["--error-exitcode=9"], 1), (["./missing"], [], 127),
                                     (["./leak.c"], [], 126), ([], [], 125), (["./leak"], ["--nonsense"], 125),
                                     (["./leak"], ["--record=no"], 125)):
        outcome = tree.suite(command, *options)
        expect((command, options, outcome.status), (command, options, status), outcome.err)


def case_summary(tree):
    tree.program("leak")
    tree.program("static", LEAK, "-static")
    tree.program("killed", "#include <unistd.h>\nint main(void) { return sleep(60); }\n")
    outcome = tree.suite(["sh", "-c",
                          "SEEP_TEST=a ./leak; SEEP_TEST=b ./leak; ./static; ./killed & sleep 1; kill -9 $!; "
                          "SEEP_TEST=c /bin/true"])
    for text in ("3 processes of 3 tests checked, 1 finding",
                 "  leak: 2,674 bytes in 2 blocks lost\n      lose (leak.c:5), in a, b\n", "Did not finish: killed (",
                 "Could not be checked:", "static (static)", "Test without a checked process: c (",
                 f"seep report {outcome.record} --format=text"):
        expect(text in outcome.err, True, f"{text}\n{outcome.err}")
    expect(tree.suite(["./leak"], "-q").err, "")


def on_terminal(tree, command, columns):
    """What a command prints on a terminal of so many columns, without colours."""
    main, other = pty.openpty()
    termios.tcsetwinsize(other, (24, columns))
    with subprocess.Popen(command, cwd=tree.path, env=tree.environment(TERM="xterm"), stdin=subprocess.DEVNULL,
                          stdout=other, stderr=other):
        os.close(other)
        text = b""
        try:
            while chunk := os.read(main, 65536):
                text += chunk
        except OSError:  # all who could write have ended
            pass
    os.close(main)
    return re.sub(r"\x1b\[[0-9;]*[mK]", "", text.decode()).replace("\r\n", "\n")


def case_report_on_terminal(tree):
    """On a terminal a suite's findings are drawn, each once; in a pipe each process says what it said."""
    tree.program("leak")
    outcome = tree.suite(["sh", "-c", "SEEP_TEST=a ./leak; SEEP_TEST=b ./leak"])
    shown = on_terminal(tree, [tree.seep, "report", outcome.record], 50)
    for text in ("leak: 2,674 bytes in 2 blocks lost\n  --> leak.c:5 in lose\n", "allocated here\n",
                 "   = called by main (leak.c:8)\n", "hit by a, b\n",
                 "seep: 2,674 bytes lost in 1 place; 2 processes\n      checked\n"):
        expect(text in shown, True, f"{text}\n{shown}")
    expect(shown.count("leak:"), 1, shown)
    expect([line for line in shown.splitlines() if len(line) > 50 and "/" not in line], [], shown)
    piped = tree.report(outcome)
    expect(piped.count("LEAK SUMMARY"), 2, piped)
    for option in ("-v", "--style=memcheck"):
        shown = on_terminal(tree, [tree.seep, "report", outcome.record, option], 80)
        expect((option, shown.count("LEAK SUMMARY")), (option, 2), shown)
    gate = on_terminal(tree, [tree.seep, "gate", outcome.record], 40)
    expect([line for line in gate.splitlines() if len(line) > 40 and " " in line.strip().replace("at: ", "")], [], gate)
    expect("seep gate: failed (2 processes)\n" in gate, True, gate)
    people = tree.report(outcome, "--format=people")
    expect("hit by a, b\n" in people and "\x1b" not in people, True, people)


FAILS = """
#include <stdlib.h>
static int pair(void)
{
  char *volatile one = malloc(1337);
  char *volatile two = one ? malloc(17) : NULL;
  if (!two)
    return 0;
  free(one);
  free(two);
  return 0;
}
int main(void) { return pair(); }
"""


def case_failed_allocations_on_terminal(tree):
    tree.need_full_checks("no allocation can be made to fail")
    tree.program("fails", FAILS)
    shown = on_terminal(tree, [tree.seep, "--fail-alloc=each", "./fails"], 60)
    for text in ("when the allocation in pair (fails.c:6) fails:\n",
                 "\nleak: 1,337 bytes in 1 block lost\n  --> fails.c:5 in pair\n", "allocated here",
                 "   = called by main (fails.c:13)\n"):
        expect(text in shown, True, f"{text}\n{shown}")
    expect("hit by" in shown, False, shown)
    expect([line for line in shown.splitlines() if len(line) > 60], [], shown)


def case_gaps(tree):
    """What says that a suite was not checked as a whole, in the summary, the gate and JUnit."""
    tree.need_full_checks("a process that a signal ends has a record that is cut short")
    tree.program("clean", CLEAN)
    tree.program("aborts", "#include <stdlib.h>\nint main(void) { abort(); }\n")
    tree.program("static", CLEAN, "-static")
    os.symlink(shutil.which("true"), os.path.join(tree.path, "true"))
    outcome = tree.suite(["sh", "-c", "./clean; ./aborts; ./static; true"])
    expect("Killed by a signal: aborts (SIGABRT)" in outcome.err, True, outcome.err)
    several = tree.suite(["sh", "-c", "./aborts; ./aborts one; ./aborts one; ./aborts two"])
    expect("Killed by a signal: aborts (SIGABRT), aborts one (SIGABRT, 2 times), aborts two (SIGABRT)\n" in several.err,
           True, several.err)
    junit = tree.report(several, "--format=junit")
    expect('<testcase name="aborts" classname="aborts" ' in junit, True, junit)
    for allowed, status in (("killed", 1), ("killed,unchecked:static", 0), ("killed:SIGSEGV,unchecked", 1),
                            ("killed:ABRT,unchecked", 0)):
        gate = tree.run([tree.seep, "gate", outcome.record, f"--allow={allowed}"])
        expect((allowed, gate.returncode), (allowed, status), gate.stdout)
    junit = tree.report(outcome, "--format=junit")
    expect('tests="3" failures="0" errors="2"' in junit, True, junit)
    outcome = tree.suite(["sh", "-c", "./clean; ./static"], "--skip=static")
    expect(tree.run([tree.seep, "gate", outcome.record]).returncode, 0)


def case_nothing_was_checked(tree):
    """What did run, why it was not checked, and what to do."""
    tree.program("static", LEAK, "-static")
    os.makedirs(os.path.join(tree.path, "empty"))
    shutil.copy(tree.program("leak"), tree.outside)
    loop = "for i in 1 2 3; do /bin/true; ../../leak; done; ../../leak >/dev/null"
    err = tree.suite(["sh", "-c", loop], directory=os.path.join(tree.path, "empty")).err
    for text in ("Nothing was checked, though 8 programs ran:\n  4 times leak (not matched)\n"
                 "  3 times true (not matched)\n",
                 f"Only programs in {tree.path}/empty were to be checked.\n", "not matched: ", "--only=GLOB"):
        expect(text in err, True, err)
    expect("though 1 program ran" in tree.suite(["true"]).err, True)
    err = tree.suite(["sh", "-c", "./static; ./leak"], "--skip=leak").err
    for text in ("  1 time static (static)", " (without --skip=leak) were to be checked.",
                 "static: a suite cannot follow static programs; link", "skipped: they match --skip"):
        expect(text in err, True, err)
    err = tree.suite(["./leak"], "--only=nothing").err
    expect("Only programs matching --only=nothing were to be checked.\n" in err, True, err)
    shutil.copy(os.path.join(tree.path, "static"), tree.outside)
    expect("COMMAND cannot be followed" in tree.suite(["../static"]).err, True)


def case_few_descriptors(tree):
    """It works, or says what to do; in a suite the program runs on its own."""
    tree.program("leak")
    more = "exec 4</dev/null 5</dev/null 6</dev/null 7</dev/null; "
    for setting, works in (("ulimit -n 5", False), ("ulimit -n 8", False), ("ulimit -n 15", False),
                           ("ulimit -n 16", True), (more + "ulimit -n 17", False), (more + "ulimit -n 20", True),
                           ("ulimit -Sn 5", False), ("ulimit -Sn 6", True)):
        for command in (f"{tree.seep} -q --record=no", f"{tree.seep} suite -q"):
            if setting == "ulimit -Sn 6" and "suite" in command:
                continue
            process = tree.run(["sh", "-c", f"{setting}; exec {command} ./leak 3"])
            expect((setting, command, process.returncode), (setting, command, 3 if works else 125), process.stderr)
            expect("`ulimit -n 6" in process.stderr, not works, process.stderr)
    outcome = tree.suite(["sh", "-c", "./leak; (ulimit -n 8; ./leak 5); echo $?"])
    expect((outcome.out, outcome.checked()), ("./leak 1\n./leak 2\n5\n", {"leak": 1}), outcome.err)
    expect("leak (too few descriptors)" in outcome.err, True, outcome.err)


def case_log_files(tree):
    """The report of each process, where it is asked for."""
    tree.program("leak")
    outcome = tree.suite(["sh", "-c", "./leak; ./leak"], f"--log-file={tree.outside}/log.%p", "--canary")
    logs = [open(os.path.join(tree.outside, name), encoding="utf-8").read() for name in os.listdir(tree.outside)
            if name.startswith("log.")]
    expect(len([log for log in logs if "1,337 bytes in 1 blocks are definitely lost" in log]), 2)
    expect((any("4,919" in log for log in logs), len(logs)), (False, 2))
    expect("leak: 1,337 bytes in 1 block lost\n" in tree.suite(["./leak"], "--log-fd=2").err, True)
    expect("canary" in str(outcome.events), False)


def case_canary(tree):
    tree.program("leak")
    outcome = tree.suite(["./leak"], "--canary")
    expect((outcome.status, outcome.facts["canary"], outcome.checked()), (0, "seen", {"leak": 1}))
    expect("4,919" in tree.report(outcome, "--format=text"), False)
    outcome = tree.suite(["./leak"], "--canary", "--leak-check=no")
    expect((outcome.status, outcome.out), (125, ""))
    expect("the canary's leak was not found" in outcome.err, True)
    expect(os.listdir(outcome.record), [])


def case_suppressed(tree):
    tree.program("leak")
    tree.file("all.supp", "{\n  all\n  Memcheck:Leak\n  ...\n  fun:lose\n}\n")
    outcome = tree.suite(["./leak"], "--suppressions=all.supp", "--error-exitcode=9")
    expect(outcome.status, 0)
    expect("no findings" in outcome.err, True)


def case_tests_of_suppressions(tree):
    """An entry for some tests holds for them while they run as it does in the merged report."""
    tree.program("leak")
    tree.program("other")
    tree.file("some.supp", "{\n  some\n  #: tests: one, other\n  Memcheck:Leak\n  ...\n  fun:lose\n}\n")
    options = ("--suppressions=some.supp", "--error-exitcode=9", "--log-fd=1")
    outcome = tree.suite(["sh", "-c", "SEEP_TEST=one sh -c ./leak"], *options)
    expect((outcome.status, "definitely lost: 0 bytes" in outcome.out), (0, True), outcome.out)
    expect("no findings" in outcome.err, True, outcome.err)
    outcome = tree.suite(["sh", "-c", "env -i ./other; ./leak"], *options)
    expect((outcome.status, outcome.out.count("definitely lost: 0 bytes")), (9, 1), outcome.out)
    expect("in leak\n" in outcome.err, True, outcome.err)


def case_one_suite_in_a_directory(tree):
    tree.program("leak")
    record = os.path.join(tree.outside, "shared")
    command = [tree.seep, "suite", f"--record={record}", "--"]
    with subprocess.Popen(command + ["sleep", "3"], cwd=tree.path, env=tree.environment(),
                          stderr=subprocess.PIPE) as first:
        while not os.path.exists(os.path.join(record, "suite.json")):
            time.sleep(0.05)
        second = tree.run(command + ["./leak"])
        expect(second.returncode, 125)
        expect("another suite is being recorded there" in second.stderr, True, second.stderr)
        first.communicate()
        expect(first.returncode, 0)
    third = tree.run(command + ["./leak"])
    while "another suite is being recorded there" in third.stderr:  # its server has not seen yet that it is over
        third = tree.run(command + ["./leak"])
    expect((third.returncode, "earlier suite" in third.stderr), (125, True), third.stderr)


def case_killed_suite(tree):
    """Its programs run on; what it leaves behind says that it did not finish."""
    tree.program("slow", "#include <stdlib.h>\n#include <unistd.h>\nvoid *volatile kept;\n"
                         "int main(void) { sleep(2); kept = malloc(1337); kept = 0; return 0; }\n")
    record = os.path.join(tree.outside, "killed")
    with subprocess.Popen([tree.seep, "suite", f"--record={record}", "--", "sh", "-c", "./slow; touch done"],
                          cwd=tree.path, env=tree.environment()) as suite:
        while not any(name.endswith(".rec") for name in (os.listdir(record) if os.path.isdir(record) else [])):
            time.sleep(0.05)
        suite.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 60
    while not os.path.exists(os.path.join(tree.path, "done")) and time.monotonic() < deadline:
        time.sleep(0.1)
    facts = open(os.path.join(record, "suite.json"), encoding="utf-8").read()
    expect(('"started"' in facts, '"ended"' in facts), (True, False))
    expect("1,337 bytes" in tree.run([tree.seep, "report", record]).stdout, True)


def case_terminated_suite(tree):
    """What is sent to the suite reaches the command, and the suite is finished."""
    record = os.path.join(tree.outside, "terminated")
    with subprocess.Popen([tree.seep, "suite", f"--record={record}", "--", "sleep", "60"], cwd=tree.path,
                          env=tree.environment(), stderr=subprocess.PIPE) as suite:
        while not os.path.exists(os.path.join(record, "suite.json")):
            time.sleep(0.05)
        time.sleep(0.5)
        suite.send_signal(signal.SIGTERM)
        suite.communicate(timeout=60)
        expect(suite.returncode, -signal.SIGTERM)
    facts = open(os.path.join(record, "suite.json"), encoding="utf-8").read()
    expect(('"signal": 15' in facts, '"ended"' in facts), (True, True))


def case_full_disk(tree):
    """A record that cannot be written is no green suite."""
    if os.geteuid() != 0 or not shutil.which("unshare"):
        raise Skip("needs root, for a small file system")
    tree.program("leak")
    small = os.path.join(tree.outside, "small")
    os.makedirs(small)
    script = f"""mount -t tmpfs -o size=60k none {small} || exit 77
{tree.seep} suite --record={small}/run -- sh -c 'i=0; while [ $i -lt 20 ]; do ./leak; i=$((i+1)); done' >{tree.outside}/out 2>{tree.outside}/err
echo $? >{tree.outside}/status"""
    if tree.run(["unshare", "-m", "sh", "-c", script]).returncode == 77:
        raise Skip("no file system can be mounted")
    status, err = (open(os.path.join(tree.outside, name), encoding="utf-8").read() for name in ("status", "err"))
    expect(status.strip(), "125", err)
    expect(open(os.path.join(tree.outside, "out"), encoding="utf-8").read(), "./leak 1\n" * 20)


def case_directory_is_removed(tree):
    """A test that removes the run directory, or its own."""
    tree.program("leak")
    record = os.path.join(tree.outside, "gone")
    process = tree.run([tree.seep, "suite", f"--record={record}", "--", "sh", "-c", f"./leak; rm -rf {record}; ./leak"])
    expect((process.returncode, process.stdout), (125, "./leak 1\n./leak 1\n"), process.stderr)
    tree.program("sub/leak")
    outcome = tree.suite(["sh", "-c", "cd sub && rm -rf ../sub && ../leak"])
    expect((outcome.status, outcome.checked()), (0, {"leak": 1}), outcome.err)


def case_long_arguments(tree):
    tree.program("leak")
    outcome = tree.suite(["sh", "-c", "./leak 0 $(seq 20000) >/dev/null && ./leak 0 " + "x" * 100000 + " | wc -c"])
    expect((outcome.status, outcome.checked()), (0, {"leak": 2}), outcome.err)
    expect(max(image.get("arguments_left_out", 0) for image in outcome.named("leak")) > 10000, True)


def case_many_at_once(tree):
    tree.program("leak")
    tree.file("Makefile", "all: $(foreach i,$(shell seq 60),t$(i))\nt%:\n\t@./leak 0 $* >/dev/null\n")
    outcome = tree.suite(["make"], "-j", "8")
    expect((outcome.status, outcome.checked(), len(outcome.records)), (0, {"leak": 60}, 60), outcome.err)
    expect("80,220 bytes in 60 blocks" in outcome.err, True, outcome.err)


SLOW_OR_NOT = r"""
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int is_checked(void)
{
  static char maps[1 << 16];
  FILE *file = fopen("/proc/self/maps", "r");
  maps[fread(maps, 1, sizeof maps - 1, file)] = 0;
  fclose(file);
  return strstr(maps, "vgpreload_seep") != NULL;
}
int main(int argc, char **argv)
{
  int status = is_checked() ? 3 : atoi(argv[2]);
  if (!strcmp(argv[1], "abort") && is_checked()) abort();
  if (!strcmp(argv[1], "once") && access("once", F_OK)) { close(creat("once", 0600)); return 5; }
  if (!strcmp(argv[1], "now")) _exit(status);
  if (!strcmp(argv[1], "fork") && fork() == 0) exit(7);
  return status;
}
"""


def case_native_first(tree):
    """A program that ends otherwise than without the checker fails its test; one that fails in both does not."""
    tree.need_full_checks("the program cannot tell that it is checked")
    tree.program("odd", SLOW_OR_NOT)
    calls = ["exit 0", "now 0", "abort 0", "fork 0", "exit 3", "now 3", "fork 3", "once 3"]
    command = "; ".join(f"SEEP_TEST={call.replace(' ', '')} ./odd {call} 2>&1" for call in calls)
    outcome = tree.suite(["sh", "-c", f"echo natively or not; {command}; ./odd once 3; true"], "--native-first")
    expect((outcome.status, outcome.out), (0, "natively or not\nAborted\n"), outcome.err)
    with open(os.path.join(outcome.record, "native.log"), encoding="utf-8") as log:
        expect(log.read(), "natively or not\n")
    expect(os.path.exists(os.path.join(outcome.record, "native.setup")), False)
    junit = tree.report(outcome, "--format=junit")
    failing = re.findall(r'<testcase name="([a-z0-9]*)"[^>]*>\s*<error message="process \d+: (.*)" type="[a-z-]*"/>',
                         junit)
    other = "ended differently than without Seep: with status 3 instead of 0"
    expect(failing, [("abort0", "killed by a signal: SIGABRT"), ("exit0", other), ("fork0", other), ("now0", other)],
           junit)
    expect("Ended differently than without Seep: exit0 (with status 3 instead of 0)" in outcome.err, True, outcome.err)
    expect('type="other-status"' in tree.report(tree.suite(["sh", "-c", command]), "--format=junit"), False,
           "nothing is known")
    outcome = tree.suite(["sh", "-c", "kill -9 $$"], "--native-first")
    expect((outcome.status, "ended by signal 9, without the checker" in outcome.err), (125, True), outcome.err)
    if shutil.which("valgrind"):
        outcome = tree.suite(["valgrind", "-q", "--error-exitcode=9", "./odd", "now", "0"], "--native-first")
        expect('instead of 0' in tree.report(outcome, "--format=junit"), True, outcome.err)
        gate = tree.run([tree.seep, "gate", outcome.record])
        expect((gate.returncode, "instead of 0" in gate.stdout), (1, True), gate.stdout)


def case_suite_in_a_suite(tree):
    tree.program("leak")
    inner = os.path.join(tree.outside, "inner")
    outcome = tree.suite(["sh", "-c", f"./leak; {tree.seep} suite -q --record={inner} -- ./leak; ./leak"])
    expect((outcome.status, outcome.checked()), (0, {"leak": 2}), outcome.err)
    expect(len([name for name in os.listdir(inner) if name.endswith(".rec")]), 1)


def case_progress_on_a_terminal(tree):
    """`script` gives it a terminal; the suite's own lines come through as they are."""
    if not shutil.which("script"):
        raise Skip("script is not installed")
    tree.program("leak")
    record = os.path.join(tree.outside, "terminal")
    command = f"stty rows 20 cols 70; {tree.seep} suite --record={record} -- sh -c './leak; sleep 1; ./leak; sleep 1'"
    shown = tree.run(["script", "-qec", command, "/dev/null"], TERM="xterm").stdout
    expect(re.findall(r"\./leak 1", shown), ["./leak 1"] * 2, shown)
    expect(bool(re.search(r"1 test, 2 processes checked, 0 running, 1 finding ", shown)), True, shown)
    expect("\033[0;20r" in shown, True, "the whole terminal is given back")


def long_ten_thousand(tree):
    tree.limit = 7200
    tree.program("leak", LEAK, "-O2")
    tree.file("Makefile",
              "all: $(foreach i,$(shell seq 100),t$(i))\nt%:\n\t@for i in $$(seq 100); do ./leak 0 $*; done "
              ">/dev/null\n")
    outcome = tree.suite(["make"], "-j", "4")
    expect((outcome.status, outcome.checked(), len(outcome.records)), (0, {"leak": 10000}, 10000), outcome.err)
    expect("13,370,000 bytes in 10,000 blocks" in outcome.err, True, outcome.err)
