# SPDX-License-Identifier: GPL-2.0-or-later
"""Suites whose tests call valgrind: it is taken over, and the caller has what he asked for."""
import os
import shutil

from tree import LEAK, expect, need

FULL = "--leak-check=full --error-exitcode=9"


# Debian's is a script around the program.
WRAPPED = bool(shutil.which("valgrind")) and os.path.exists(os.path.realpath(shutil.which("valgrind")) + ".bin")


def leaks(tree, outcome):
    return "leak: 1,337 bytes in 1 block lost" in tree.report(outcome, "--format=text")


def case_valgrind_is_taken_over(tree):
    """Status, log and silence are as they were asked for, and the findings are the suite's."""
    need("valgrind")
    tree.program("leak")
    tree.program("clean", "int main(void) { return 0; }\n")
    outcome = tree.suite(["sh", "-c",
                          f"valgrind -q {FULL} ./leak 3 >/dev/null; echo $?; valgrind -q ./leak 3; echo $?; valgrind "
                          f"-q {FULL} ./clean; "
                                      f"echo $?; valgrind {FULL} --log-file=log.%p ./leak; echo $?"])
    expect(outcome.out.split("\n"), ["9", "./leak 2", "3", "0", "./leak 1", "9", ""], outcome.err)
    expect(outcome.checked(), {"leak": 3, "clean": 1})
    expect(len(outcome.records), 4)
    before, summary = outcome.err.split("seep suite: 4 processes of 2 tests checked, 1 finding\n")
    expect(before.count("1,337 bytes in 1 blocks are definitely lost"), 1, "once on standard error")
    expect("leak: 4,011 bytes in 3 blocks lost" in summary, True,
           "the record knows of leaks that the caller did not ask for")
    logs = [name for name in os.listdir(tree.path) if name.startswith("log.")]
    expect(len(logs), 1)
    with open(os.path.join(tree.path, logs[0]), encoding="utf-8") as log:
        expect("1,337 bytes in 1 blocks are definitely lost" in log.read(), True)
    expect(tree.suite(["valgrind", "-q", "--leak-check=full", "./leak"], "--error-exitcode=7").status, 7,
           "the suite's own status")


def case_valgrind_in_any_words(tree):
    """However it is called."""
    need("valgrind")
    tree.program("leak")
    tree.script("bin/valgrind", "exec /usr/bin/valgrind --leak-check=full \"$@\"\n")
    wrapped = "PATH=$PWD/bin:$PATH valgrind"
    calls = ["valgrind", shutil.which("valgrind"), "env valgrind", "env -i $(command -v valgrind)",
             "checker() { valgrind \"$@\"; }; checker", "cd bin && ../bin/valgrind", "set -- valgrind; \"$@\"",
             "python3 -c 'import os, sys; os.execvp(\"valgrind\", [\"x\"] + sys.argv[1:])'", wrapped]
    for call in calls:
        outcome = tree.suite(["sh", "-c",
                              f"({call} -q --tool=memcheck {FULL} -- {tree.path}/leak >/dev/null); echo $?"])
        expect((call, outcome.out, outcome.checked(), leaks(tree, outcome)), (call, "9\n", {"leak": 1}, True),
               outcome.err)
    tree.file("Makefile",
              "check: ; @$(MAKE) -s deeper\ndeeper: ; @SEEP_TEST=deep valgrind -q --leak-check=full ./leak\n")
    outcome = tree.suite(["make"])
    expect(outcome.tests(), {("deep", "SEEP_TEST")}, outcome.err)
    outcome = tree.suite(["sh", "-c",
                          f"{wrapped} -q --error-exitcode=9 ./leak; VALGRIND_OPTS='{FULL}' valgrind -q ./leak; echo "
                          f"$?"])
    expect(outcome.out, "./leak 1\n./leak 1\n9\n", "a wrapper's options hold, and those of the environment")
    expect((outcome.err.count("are definitely lost"), outcome.err.count("leak: ")), (2, 1), outcome.err)


def case_valgrind_traces_children(tree):
    """The programs that the program executes have the options of the call."""
    need("valgrind")
    tree.program("leak")
    tree.script("direct", "exec ./leak \"$@\"\n")
    tree.script("around", "./leak 0 >/dev/null; echo $?; ./leak 4 & wait $!; echo $?\n")
    outcome = tree.suite(["sh", "-c", f"valgrind -q --trace-children=yes {FULL} --log-file=log ./direct; echo $?"])
    expect(outcome.out, "./leak 1\n9\n", outcome.err)
    expect(outcome.checked()["leak"], 1)
    expect(leaks(tree, outcome), True)
    with open(os.path.join(tree.path, "log"), encoding="utf-8") as log:
        expect("1,337 bytes in 1 blocks are definitely lost" in log.read(), True)
    expect([name for name in os.listdir(outcome.record) if name.startswith("valgrind")], [], "no setup is left behind")
    outcome = tree.suite(["valgrind", "-q", "--trace-children=yes", *FULL.split(), "./around"])
    expect(outcome.out, "9\n./leak 2\n9\n", outcome.err)
    expect(outcome.checked()["leak"], 2)
    expect(len(outcome.records) >= 3, True)
    outcome = tree.suite(["valgrind", "-q", "--trace-children=yes", "--trace-children-skip=*/le*", *FULL.split(),
                          "./around"])
    expect((outcome.out, outcome.checked()["leak"]), ("0\n./leak 2\n4\n", 0), outcome.err)
    outcome = tree.suite(["valgrind", "-q", *FULL.split(), "./around"])
    expect((outcome.out, outcome.checked()["leak"]), ("0\n./leak 2\n4\n", 2), "the suite checks them, in silence")
    nested = (f"valgrind -q --trace-children=yes valgrind -q {FULL} ./leak >/dev/null; echo $?; valgrind -q "
              f"--trace-children=yes ./inner; echo $?")
    tree.script("inner", f"valgrind -q {FULL} ./leak\n")
    outcome = tree.suite(["sh", "-c", nested])
    if WRAPPED: # a static program cannot be taken over within another call
        expect(outcome.out, "9\n./leak 1\n9\n", outcome.err)


def case_valgrind_many_at_once(tree):
    need("valgrind")
    tree.program("leak")
    tree.file("Makefile", "all: $(foreach i,$(shell seq 10),t$(i))\nt%:\n\t@./leak 0 $* >/dev/null\n"
                          f"each: $(foreach i,$(shell seq 6),v$(i))\nv%:\n"
                          f"\t@valgrind -q {FULL} ./leak 0 $* >out.$* 2>err.$* || test $$? = 9\n")
    outcome = tree.suite(["make", "-j8", "each"], "--canary", "--log-file=all")
    expect((outcome.status, outcome.checked(), len(outcome.records)), (0, {"leak": 6}, 6), outcome.err)
    errors = [open(os.path.join(tree.path, f"err.{i}"), encoding="utf-8").read() for i in range(1, 7)]
    expect([text.count("1,337 bytes in 1 blocks are definitely lost") for text in errors], [1] * 6)
    outcome = tree.suite(["valgrind", "-q", "--trace-children=yes", "--trace-children-skip=*/make,*/sh,*/dash,*/seq",
                          *FULL.split(), "make", "-k", "-j8"])
    expect((outcome.status != 0, outcome.checked()["leak"], outcome.err.count("1,337 bytes in 1 blocks")),
           (True, 10, 10), outcome.err)


def case_valgrind_in_an_inner_suite(tree):
    need("valgrind")
    tree.program("leak")
    inner = os.path.join(tree.outside, "inner")
    outcome = tree.suite(["sh", "-c",
                          f"valgrind -q ./leak; {tree.seep} suite -q --record={inner} -- valgrind -q {FULL} ./leak; "
                          f"echo $?"])
    expect((outcome.out, outcome.checked()), ("./leak 1\n./leak 1\n9\n", {"leak": 1}), outcome.err)
    expect(len([name for name in os.listdir(inner) if name.endswith(".rec")]), 1)


def case_valgrind_itself(tree):
    """What only Valgrind can do it does, and what was not checked is told."""
    need("valgrind")
    tree.program("leak")
    native = tree.run(["valgrind", "--version"]).stdout
    outcome = tree.suite(["sh", "-c",
                          "valgrind --version; valgrind --help | grep -c -- --leak-check=; valgrind; echo $?"])
    expect(outcome.out, native + "1\n1\n", outcome.err)
    outcome = tree.suite(["valgrind", "--tool=none", "-q", "./leak", "5"])
    expect((outcome.status, outcome.out, outcome.checked()), (5, "./leak 2\n", {}), outcome.err)
    expect(outcome.why("valgrind.bin" if WRAPPED else "valgrind"), {"not matched"})
    expect("leak (valgrind --tool=none)" in outcome.err, True, outcome.err)
    outcome = tree.suite(["sh", "-c", "VALGRIND_OPTS=--tool=none valgrind -q ./leak"])
    expect("leak (valgrind --tool=none)" in outcome.err, True, outcome.err)


def case_valgrind_options_that_cannot_be(tree):
    """The test that gives them fails, and says why."""
    need("valgrind")
    tree.program("leak")
    for option in ("--no-such-option=yes", "--resync-filter=yes", "--trace-children-skip-by-arg=a"):
        outcome = tree.suite(["valgrind", option, "./leak"])
        expect((outcome.status, outcome.out, outcome.checked()), (125, "", {}), outcome.err)
        expect(outcome.err.count(option.split("=")[0]) >= 2, True, outcome.err)
    outcome = tree.suite(["valgrind", "-q", "./missing"])
    expect((outcome.status, "No such file" in outcome.err), (127, True), outcome.err)


def case_valgrind_on_what_is_not_followed(tree):
    """A static program, and one elsewhere: valgrind was told to check them."""
    need("valgrind")
    tree.program("static", LEAK, "-static")
    outcome = tree.suite(["sh", "-c", "valgrind -q ./static; valgrind -q /bin/true; echo $?"])
    expect((outcome.out, outcome.checked()), ("./static 1\n0\n", {"static": 1, "true": 1}), outcome.err)
    expect((len(outcome.records), outcome.status), (2, 0), outcome.err)
    tree.file("some.supp", "{\n  some\n  Memcheck:Leak\n  ...\n  fun:lose\n}\n")
    tree.program("leak")
    outcome = tree.suite(["valgrind", "-q", *FULL.split(), "./leak"], "--suppressions=some.supp")
    expect((outcome.status, "no findings" in outcome.err), (0, True), "suppressions of the suite hold too")


def case_options_of_a_call_are_for_its_programs(tree):
    """What a call suppresses, or says is own, is so in its own processes, whether they come first or last."""
    need("valgrind")
    tree.program("leak")
    tree.program("clean", "int main(void) { return 0; }\n")
    tree.file("all.supp", "{\n   all\n   Memcheck:Leak\n   ...\n   fun:main\n}\n")
    hides = "valgrind -q --suppressions=all.supp"
    gone = "cp all.supp gone.supp; valgrind -q --suppressions=gone.supp ./leak; rm gone.supp"
    for command, verdict in [
        (f"{hides} ./clean; ./leak", "definitely lost: 1,337 bytes,"),
        (f"./leak; {hides} ./leak", "definitely lost: 1,337 bytes,"), (f"./clean; {hides} ./leak", ""),
        (f"{hides} ./leak; ./clean", ""), (f"./clean; {gone}", "definitely lost: 1,337 bytes,"),
        ("valgrind -q --own=obj=*/clean ./clean; ./leak", "definitely lost: 1,337 bytes,"),
        ("./clean; valgrind -q --own=obj=*/nothing ./leak", "(--allow=no-own-code lets it pass)"),
    ]:
        outcome = tree.suite(["sh", "-c", f"({command}); true"])
        gate = tree.run([tree.seep, "gate", outcome.record])
        if command.endswith("; ./leak"):
            expect("are definitely lost" in tree.report(outcome), True, command)
        expect((command, gate.returncode, verdict in gate.stdout), (command, 1 if verdict else 0, True),
               gate.stdout + gate.stderr + outcome.err)
