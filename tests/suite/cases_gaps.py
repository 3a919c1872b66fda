# SPDX-License-Identifier: GPL-2.0-or-later
"""Ways in which a suite is not checked as a whole: the gate never passes, and says why."""
import os
import re
import subprocess

from tree import Outcome, Skip, expect, need

CLEAN = "int main(int argc, char **argv) { return argc > 1; }\n"


def expect_gap(tree, outcome, text, *options):
    """The gate fails, and `text` is in what it says."""
    gate = tree.run([tree.seep, "gate", outcome.record, *options])
    expect((gate.returncode, text in gate.stdout), (1, True), f"{text}\n{gate.stdout}{gate.stderr}{outcome.err}")


def expect_pass(tree, outcome, *options):
    gate = tree.run([tree.seep, "gate", outcome.record, *options])
    expect(gate.returncode, 0, gate.stdout + gate.stderr + outcome.err)


def case_damaged_logs(tree):
    """execs.jsonl emptied or cut at a line's end, suite.json or both gone."""
    tree.program("clean", CLEAN)
    outcome = tree.suite(["sh", "-c", "./clean; ./clean; /bin/true; /bin/true"])
    expect_pass(tree, outcome)
    log, facts = (os.path.join(outcome.record, name) for name in ("execs.jsonl", "suite.json"))
    lines, description = open(log, encoding="utf-8").readlines(), open(facts, encoding="utf-8").read()
    for kept, text in ((lines[:0], "is shorter"), (lines[:-1], "is shorter"), (lines[:3], "is shorter"),
                       (lines[:-1] + [lines[-1].replace("/bin", "/bon")], "was changed"),
                       (lines[1:] + [lines[1]] * 9, "lacks programs")):
        with open(log, "w", encoding="utf-8") as output:
            output.writelines(kept)
        expect_gap(tree, outcome, text)
    # Without what the suite has said of the log, its lines still have to fit each other, and the records.
    with open(facts, "w", encoding="utf-8") as output:
        output.write(re.sub('  "log_(sum|bytes)".*\n', "", description))
    for kept, text in ((lines[:0], "2 processes of the suite were checked without a line"),
                       (lines[1:], "lacks programs")):
        with open(log, "w", encoding="utf-8") as output:
            output.writelines(kept)
        expect_gap(tree, outcome, text)
    os.remove(facts)
    expect_gap(tree, outcome, "suite.json is missing")
    os.remove(log)
    expect_gap(tree, outcome, "suite.json is missing")
    expect_gap(tree, outcome, "execs.jsonl is missing")


def case_tests_without_a_process(tree):
    """The summary names them, so the gate does; not if another gap is there for them, or the user left their programs
    out."""
    tree.program("clean", CLEAN)
    tree.program("static", CLEAN, "-static")
    outcome = tree.suite(["sh", "-c", "SEEP_TEST=a ./clean; SEEP_TEST=b /bin/true"])
    expect("est without a checked process: b (" in outcome.err, True, outcome.err)
    expect_gap(tree, outcome, "test without a checked process: 1 test (--allow=unchecked-test:b lets it pass)")
    expect_pass(tree, outcome, "--allow=unchecked-test:b")
    expect("test without a checked process" in tree.report(outcome, "--format=junit"), True)
    outcome = tree.suite(["sh", "-c", "SEEP_TEST=a ./clean; SEEP_TEST=b ./static; SEEP_TEST=c ./clean"],
                         "--skip=nothing")
    expect_pass(tree, outcome, "--allow=unchecked:static")
    outcome = tree.suite(["sh", "-c", "SEEP_TEST=a ./clean; SEEP_TEST=b ./static"], "--skip=static")
    expect_pass(tree, outcome)


LOOP = "#include <unistd.h>\nint main(void) { for (;;) pause(); }\n"

KILL = r"""
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char **argv)
{
  for (int microseconds = atoi(argv[1]); microseconds <= atoi(argv[2]); microseconds += 1337) {
    pid_t child = fork();
    if (child == 0) {
      execl("./loop", "./loop", NULL);
      _exit(1);
    }
    usleep(microseconds);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
  }
  return 3;
}
"""


def kill_children(tree, longest):
    tree.program("kill", KILL)
    tree.program("loop", LOOP)
    outcome = tree.suite(["./kill", "0", str(longest)])
    expect(outcome.status, 3, outcome.err)
    expect(tree.run([tree.seep, "gate", outcome.record]).returncode, 1)


def case_killed_early(tree):
    """A child that is killed before it has a record is a gap; the status remains the command's."""
    kill_children(tree, 30000)


def case_killed_before_it_began(tree):
    """A process of the suite whose record is empty is a missing one, which an option lets pass."""
    tree.program("clean", CLEAN)
    outcome = tree.suite(["sh", "-c", "./clean; ./clean"])
    records = sorted(name for name in os.listdir(outcome.record) if name.endswith(".rec"))
    os.truncate(os.path.join(outcome.record, records[0]), 0)
    expect_gap(tree, outcome, "(--allow=missing-process lets it pass)")
    expect_pass(tree, outcome, "--allow=missing-process")
    with open(os.path.join(outcome.record, "p1337.rec"), "w", encoding="utf-8"):
        pass
    gate = tree.run([tree.seep, "gate", outcome.record, "--allow=missing-process"])
    expect((gate.returncode, "p1337.rec: the record is incomplete" in gate.stdout), (2, True), gate.stdout)


def long_killed_early_often(tree):
    for _ in range(8):
        kill_children(tree, 60000)


LIMITED = r"""
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>
int main(void)
{
  sigset_t set, pending;
  struct sigaction action;
  sigprocmask(SIG_BLOCK, NULL, &set);
  sigaction(SIGXFSZ, NULL, &action);
  sigpending(&pending);
  printf("%d %d %d\n", sigismember(&set, SIGXFSZ), action.sa_handler == SIG_DFL, sigismember(&pending, SIGXFSZ));
  return 0;
}
"""


def case_file_size_limit(tree):
    """No program of the suite dies of what is logged of it, and nothing is missing in the log."""
    tree.program("limited", LIMITED)
    for limit in ("0", "1"):
        loop = f"ulimit -f {limit}; for i in 1 2 3 4 5 6 7; do /bin/true || echo died; done; ./limited"
        outcome = tree.alike(["sh", "-c", loop], "--leak-check=no")
        expect((len(outcome.named("true")), len(outcome.named("limited"))), (7, 1), str(outcome.events))


def case_moved_directory(tree):
    """Programs that run while the run directory is elsewhere are logged, and their records go where it is."""
    tree.program("clean", CLEAN)
    tree.program("static", CLEAN, "-static")
    record = os.path.join(tree.outside, "run1")
    outcome = tree.suite(["sh", "-c",
                          f"./clean; mv {record} {record}.away; ./clean; ./static; mv {record}.away {record}; ./clean"])
    expect((outcome.status, len(outcome.named("clean")), len(outcome.named("static"))), (0, 3, 1), outcome.err)
    expect((outcome.checked()["clean"], len(outcome.records)), (3, 3))
    expect_gap(tree, outcome, "could not be checked: 1 program (--allow=unchecked:static lets it pass)")
    expect_pass(tree, outcome, "--allow=unchecked:static")


FORKS = r"""
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
  if (fork() == 0)
    return 0;
  wait(NULL);
  return 0;
}
"""


def case_other_user(tree):
    """Under root, tests that drop to a user who may not enter the run directory are checked; what they fork has no
    record."""
    if os.geteuid() != 0:
        raise Skip("only root can become another user")
    need("setpriv")
    tree.program("leak")
    tree.program("forks", FORKS)
    os.chmod(os.path.dirname(tree.outside), 0o755)
    record = os.path.join(tree.outside, "closed", "run")
    os.makedirs(os.path.dirname(record), 0o700)
    drop = "setpriv --reuid=65534 --regid=65534 --clear-groups"
    command = f"{drop} ./leak 3; {drop} sh -c './leak 4'; {drop} ./forks"
    process = tree.run([tree.seep, "suite", "-q", "--error-exitcode=9", f"--record={record}", "--", "sh", "-c",
                        command])
    outcome = Outcome(process, record)
    expect((outcome.status, process.stdout, len(outcome.records)), (9, "./leak 2\n./leak 2\n", 3), outcome.err)
    expect("reporter is gone" in outcome.err, False, outcome.err)
    expect_gap(tree, outcome, "definitely lost: 2,674 bytes")
    expect_gap(tree, outcome, "(--allow=lost-process:fork lets it pass)")


def case_hints_can_be_typed(tree):
    """What a reason says would let it pass does, whatever a test is called."""
    tree.program("clean", CLEAN)
    tree.file("wrong.supp", "{\n   all\n   Memcheck:Leak\n   ...\n}\n")
    for odd in ("SEEP_TEST='a, \"b\"; (c) & $d' /bin/true", "valgrind --suppressions=wrong.supp ./clean",
                "SEEP_TEST=" + "long" * 100 + " /bin/true"):
        outcome = tree.suite(["sh", "-c", f"SEEP_TEST=fine ./clean; {odd}; true"])
        gate = tree.run([tree.seep, "gate", outcome.record])
        hint = re.search(r"\((--allow=.*) lets it pass\)", gate.stdout)
        expect(gate.returncode, 1, gate.stdout)
        expect(subprocess.run(f"{tree.seep} gate {outcome.record} {hint[1]}", shell=True, capture_output=True,
                              check=False).returncode, 0, hint[1])


def case_other_network(tree):
    """A process that is started in another network namespace has a reporter: its own status, and nothing on its
    standard error."""
    if subprocess.run(["unshare", "-rn", "true"], capture_output=True, check=False).returncode != 0:
        raise Skip("no network namespaces can be made here")
    tree.program("leak")
    outcome = tree.suite(["sh", "-c", "unshare -rn ./leak 3; echo $?; unshare -rn sh -c './leak 4'; echo $?"],
                         "--error-exitcode=9")
    expect((outcome.status, outcome.out, len(outcome.records)), (9, "./leak 2\n9\n./leak 2\n9\n", 2), outcome.err)
    expect("reporter is gone" in outcome.err, False, outcome.err)
    expect_gap(tree, outcome, "definitely lost: 2,674 bytes")
    expect(os.path.exists(os.path.join(outcome.record, "suite.socket")), False)


def case_programs_that_cannot_start(tree):
    """Where the shell hides the status, nothing but the log tells of them."""
    tree.program("clean", CLEAN)
    program = open(tree.program("whole"), "rb").read()
    for name, size in (("half", len(program) // 2), ("head", 40), ("nothing", 0)):
        with open(os.path.join(tree.path, name), "wb") as output:
            output.write(program[:size])
        os.chmod(os.path.join(tree.path, name), 0o755)
    tree.file("plain", "text")
    tree.script("script.sh", "exit 0\n")
    tree.file("no_interpreter_line", "exit 0\n", 0o755)
    for name, why in (("missing", "does not exist"), ("no/folder/missing", "does not exist"),
                      ("plain", "not executable"), ("half", "cut off"), ("head", "cut off"), ("nothing", "empty")):
        for command in (["sh", "-c", f"./clean; ./{name} || true; ./clean"],
                        ["sh", "-c", f"./clean; {tree.path}/{name} && true; :"],
                        ["python3", "-c",
                         f"import subprocess as s\ns.run('./clean')\ntry: s.run('./{name}')\nexcept OSError: pass"]):
            if name == "nothing" and command[0] == "python3":
                continue
            outcome = tree.suite(command)
            expect(outcome.status, 0, outcome.err)
            expect_gap(tree, outcome, f"{name.split('/')[-1]}", "--allow=unchecked-test")
            expect(f"({why})" in outcome.err, True, outcome.err)
    outcome = tree.suite(["sh", "-c",
                          "./clean; ./script.sh; ./no_interpreter_line; nosuch; /no/such; ls /no 2>&1; command -v "
                          "nosuch; :"])
    expect_pass(tree, outcome)


def case_programs_that_are_not_seen_to_start(tree):
    """Whatever it is that keeps a program from its first instruction: here a library that is missing."""
    tree.program("clean", CLEAN)
    library = os.path.join(tree.path, "libgone.so")
    tree.program("libgone.so", "int gone;\n", "-shared", "-fPIC")
    tree.program("needs", "extern int gone;\nint main(void) { return gone; }\n", library)
    os.remove(library)
    outcome = tree.suite(["sh", "-c", "./clean; ./needs 2>/dev/null || true"])
    expect_gap(tree, outcome, "(--allow=unchecked:not-seen-to-start lets it pass)")
    spawn = ("import os\nos.waitpid(os.posix_spawn('./needs', ['./needs'], os.environ), 0)\n"
             "os.waitpid(os.posix_spawn('./clean', ['./clean'], {}), 0)")
    outcome = tree.suite(["python3", "-c", spawn])
    expect_gap(tree, outcome, "not-seen-to-start")
    expect(outcome.checked()["clean"], 1)
    outcome = tree.suite(["sh", "-c", "for i in 1 2 3; do ./clean; env -i ./clean; (exec ./clean); done"])
    expect(outcome.checked()["clean"], 9)
    expect_pass(tree, outcome)


def case_through_the_loader(tree):
    tree.program("clean", CLEAN)
    loader = "/lib64/ld-linux-x86-64.so.2"
    if not os.path.exists(loader):
        raise Skip("no " + loader)
    for options in ("", "--library-path /usr/lib "):
        outcome = tree.suite(["sh", "-c", f"./clean; {loader} {options}./clean"])
        expect((outcome.status, outcome.why("clean")), (0, {None, "started through ld.so"}), outcome.err)
        expect_gap(tree, outcome, "unchecked:started-through-ld.so")
    outcome = tree.suite(["sh", "-c", f"./clean; {loader} /bin/true"])
    expect_pass(tree, outcome)


def case_suite_in_a_suite(tree):
    tree.program("clean", CLEAN)
    inner = f"{tree.seep} suite -q --record={tree.outside}/inner -- ./clean"
    outcome = tree.suite(["sh", "-c", f"./clean; {inner}"])
    expect((outcome.status, outcome.checked()["clean"]), (0, 1), outcome.err)
    expect_gap(tree, outcome, "unchecked:another-suite")


def case_path_not_known(tree):
    """A folder whose path is longer than the kernel tells, and no /proc."""
    tree.program("clean", CLEAN)
    deep = ("import os, shutil, subprocess\nprogram = os.path.abspath('clean')\n"
            "for i in range(20):\n os.makedirs('d' * 240, exist_ok=True)\n os.chdir('d' * 240)\n"
            "shutil.copy(program, '.')\nsubprocess.run('./clean')\n")
    outcome = tree.suite(["sh", "-c", "./clean; python3 - <<'E'\n" + deep + "E\n"])
    expect_gap(tree, outcome, "its-path-is-not-known")
    tree.run(["rm", "-rf", "d" * 240])
    if os.geteuid() != 0 or tree.run(["unshare", "-m", "umount", "-l", "/proc"]).returncode != 0:
        return
    outcome = tree.suite(["sh", "-c", "./clean; unshare -m sh -c 'umount -l /proc; ./clean; /bin/true'"])
    expect_gap(tree, outcome, "its-path-is-not-known")


RUNNER = "#include <unistd.h>\nint main(int argc, char **argv) { return argc > 1 ? execv(argv[1], argv + 1) : 0; }\n"


def case_behind_rights_and_roots(tree):
    """Programs of the tree that a setuid program runs, or that run in another root, where the library cannot follow."""
    if os.geteuid() != 0:
        raise Skip("only root can make a program that gains rights, and change the root")
    tree.program("clean", CLEAN)
    os.chmod(os.path.dirname(tree.outside), 0o755)
    sudo = os.path.join(tree.outside, "sudo")
    os.rename(tree.program("runner", RUNNER), sudo)
    os.chown(sudo, 65534, -1)
    os.chmod(sudo, 0o4755)
    outcome = tree.suite(["sh", "-c", f"./clean; {sudo} ./clean; {sudo} /bin/true"])
    expect(outcome.why("clean"), {None, "run by a setuid program"}, outcome.err)
    expect_gap(tree, outcome,
               "could not be checked: 1 program (--allow=unchecked:run-by-a-setuid-program lets it pass)")
    copy = ("mkdir -p root/lib64 root/lib; for i in /lib64/ld-linux-x86-64.so.2 "
            "$(ldd clean | sed -n 's/.*=> \\(.*\\) (.*/\\1/p'); do "
            "mkdir -p root$(dirname $i); cp $i root$i; done; cp clean root/")
    for command in ("chroot root /clean", "chroot root clean"):
        outcome = tree.suite(["sh", "-c", f"{copy}; ./clean; PATH=/:$PATH {command} 2>/dev/null || echo no"])
        expect(outcome.out, "", outcome.err)
        expect_gap(tree, outcome, "not-seen-to-start")


def slurm_task(number, least, most, step):
    return {f"SLURM_ARRAY_TASK_{name}": str(value)
            for name, value in (("ID", number), ("MIN", least), ("MAX", most), ("STEP", step),
                                ("COUNT", (most - least) // step + 1))}


def case_shards(tree):
    """A part of a suite knows which it is, and the gate misses the others."""
    tree.program("clean", CLEAN)
    tree.file("runner", "#!/bin/sh\n./clean\n")
    os.chmod(os.path.join(tree.path, "runner"), 0o755)
    parts = [((), {}, None), (("--shard=2/3",), {}, "2 of 3"),
             (("--shard", "1/1"), {"CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "4"}, None),
             ((), {"GTEST_SHARD_INDEX": "0", "GTEST_TOTAL_SHARDS": "2"}, "1 of 2"),
             ((), {"CI_NODE_INDEX": "4", "CI_NODE_TOTAL": "4"}, "4 of 4"),
             ((), {"CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "1"}, None),
             ((), {"CI_NODE_INDEX": "5", "CI_NODE_TOTAL": "4"}, None),
             ((), {"BUILDKITE_PARALLEL_JOB": "2", "BUILDKITE_PARALLEL_JOB_COUNT": "3"}, "3 of 3"),
             ((), {"CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "3"}, "1 of 3"),
             ((), {"SEMAPHORE_JOB_INDEX": "1", "SEMAPHORE_JOB_COUNT": "3"}, "1 of 3"),
             ((), {"BITBUCKET_PARALLEL_STEP": "1", "BITBUCKET_PARALLEL_STEP_COUNT": "3"}, "2 of 3"),
             ((), slurm_task(5, 1, 7, 2), "3 of 4"), ((), slurm_task(0, 0, 1, 1), "1 of 2"),
             ((), slurm_task(7, 1, 9, 1) | {"SLURM_ARRAY_TASK_COUNT": "3"}, None)]
    words = [(["--slice", "2/5"], "2 of 5"), (["--slice=5/5"], "5 of 5"), (["--partition", "count:1/2"], "1 of 2"),
             (["--splits", "3", "--group=2"], "2 of 3"), (["-I", "2,,7"], "2 of 7"), (["-I", "2,9"], None),
             (["--slice", "0/5"], None), (["--shard=6/5"], None)]
    for options, variables, wanted in parts + [((), {"words": more}, wanted) for more, wanted in words]:
        more = variables.pop("words", [])
        outcome = tree.suite(["./runner", *more], *options, **variables)
        gate = tree.run([tree.seep, "gate", outcome.record])
        missing = re.findall(r"shard (\d+) of (\d+) is missing", gate.stdout)
        number, count = wanted.split(" of ") if wanted else (None, "0")
        expected = [(str(shard), count) for shard in range(1, int(count) + 1) if str(shard) != number]
        expect((missing, gate.returncode), (expected, 1 if expected else 0),
               f"{options} {variables} {more}\n{gate.stdout}")
    first, second = (tree.suite(["./runner"], f"--shard={number}/2").record for number in (1, 2))
    expect(tree.run([tree.seep, "gate", first, second]).returncode, 0)
    expect(tree.run([tree.seep, "gate", first, first]).returncode, 1)
    for wrong in ("0/2", "3/2", "1", "1/2/3", "x"):
        expect(tree.suite(["./runner"], f"--shard={wrong}").status, 125)


AGAIN = """
#include <unistd.h>
int main(int argc, char **argv)
{
  char *arguments[] = {"./leak", "7", NULL};
  (void)argc, (void)argv;
  execve("leak", arguments, environ);
  return 1;
}
"""


def case_executed_again_unchecked(tree):
    """What is executed in place of the checker executes the program: this goes on, once, and is not checked."""
    tree.need_full_checks("the checker is a library")
    tree.program("leak")
    checker = tree.program("again", AGAIN, "-static", "-D_GNU_SOURCE")
    tree.script("other", f"sed 's|^tool .*|tool {checker}|' \"${{SEEP_SUITE#*:}}\" >setup\n"
                         "SEEP_SUITE=$PWD/setup; export SEEP_SUITE; ./leak 7\n")
    tree.limit = 60
    outcome = tree.suite(["./other"])
    expect((outcome.status, outcome.out), (7, "./leak 2\n"), outcome.err)
    expect(len(outcome.named("leak")), 1)
    expect("leak (it was executed again without the checker)" in outcome.err, True, outcome.err)
