# SPDX-License-Identifier: GPL-2.0-or-later
"""Build systems, test runners and CI as docs/integrations.md says to connect them, each on a small project with a
leak."""
import os
import re
import shutil
import subprocess

from tree import LEAK, Skip, expect, need

SOURCES = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
CLEAN = "int main(void) { return 0; }\n"


def with_seep(tree, **more):
    """An environment in which `seep` is a command like any other."""
    path = tree.environment()["PATH"]
    return dict(PATH=os.path.dirname(tree.seep) + ":" + path, **more)


def run(tree, command, directory=None, **more):
    return tree.run(command, directory and os.path.join(tree.path, directory), **with_seep(tree, **more))


def succeed(tree, command, directory=None, **more):
    process = run(tree, command, directory, **more)
    expect(process.returncode, 0, process.stdout + process.stderr)
    return process


def cmake_project(tree, more=""):
    need("cmake", "ctest")
    tree.file("CMakeLists.txt", f"cmake_minimum_required(VERSION 3.10)\nproject(p C)\n{more}\ninclude(CTest)\n"
                                "add_executable(leak leak.c)\nadd_test(NAME leaks COMMAND leak)\n"
                                "add_executable(fine clean.c)\nadd_test(NAME fine COMMAND fine)\n")
    tree.file("leak.c", LEAK)
    tree.file("clean.c", CLEAN)


def case_ctest_memcheck(tree):
    """CTest knows a checker by "valgrind" in its name, and reads its log."""
    cmake_project(tree)
    succeed(tree, ["cmake", "-B", "build", f"-DMEMORYCHECK_COMMAND={os.path.dirname(tree.seep)}/seep-valgrind"])
    succeed(tree, ["cmake", "--build", "build"])
    process = succeed(tree, ["ctest", "-T", "memcheck"], "build")
    expect(re.findall(r"Memory Leak - (\d+)", process.stdout), ["1"], process.stdout)
    defects = [line for line in process.stdout.splitlines() if "Defects: 1" in line]
    expect(len(defects), 1, process.stdout)
    tag = open(os.path.join(tree.path, "build/Testing/TAG"), encoding="utf-8").readline().strip()
    xml = open(os.path.join(tree.path, f"build/Testing/{tag}/DynamicAnalysis.xml"), encoding="utf-8").read()
    expect('<Defect type="Memory Leak">1</Defect>' in xml, True, xml)


def case_cmake_package(tree):
    cmake_project(tree,
                  "find_package(Seep REQUIRED)\nseep_add_check()\nseep_add_check(NAME check-loosely GATE_OPTIONS "
                  "--definitely-lost=2k)")
    places = [f"-DSeep_DIR={SOURCES}/packaging/cmake", f"-DSEEP_EXECUTABLE={tree.seep}",
              f"-DSEEP_VALGRIND_EXECUTABLE={tree.seep}-valgrind"]
    succeed(tree, ["cmake", "-B", "build", *places])
    succeed(tree, ["cmake", "--build", "build"])
    process = run(tree, ["cmake", "--build", "build", "--target", "check-seep"])
    expect((process.returncode != 0, "leaks" in process.stdout + process.stderr), (True, True),
           process.stdout + process.stderr)
    expect("leak: 1,337 bytes in 1 block lost" in process.stdout + process.stderr, True)
    succeed(tree, ["cmake", "--build", "build", "--target", "check-loosely"])
    expect("Memory Leak - 1" in succeed(tree, ["ctest", "-T", "memcheck"], "build").stdout, True)


def case_meson_wrapper(tree):
    need("meson", "ninja")
    tree.file("meson.build",
              "project('p', 'c')\ntest('leaks', executable('leak', 'leak.c'))\n"
              "test('fine', executable('fine', 'clean.c'))\n"
                             "add_test_setup('seep', exe_wrapper: ['seep', '-q', '--error-exitcode=9'], "
                             "timeout_multiplier: 10)\n")
    tree.file("leak.c", LEAK)
    tree.file("clean.c", CLEAN)
    succeed(tree, ["meson", "setup", "build"])
    for options in (["--wrapper=seep -q --error-exitcode=9"], ["--setup=seep"]):
        process = run(tree, ["meson", "test", "-C", "build", *options])
        expect(process.returncode, 1, process.stdout + process.stderr)
        expect(sorted(re.findall(r"(\w+) +(OK|FAIL) ", process.stdout)), [("fine", "OK"), ("leaks", "FAIL")],
               process.stdout)


def automake_project(tree):
    need("autoreconf", "make")
    os.makedirs(os.path.join(tree.path, "m4"))
    shutil.copy(os.path.join(SOURCES, "m4", "seep.m4"), os.path.join(tree.path, "m4"))
    tree.file("configure.ac",
              "AC_INIT([p], [1])\nAC_CONFIG_MACRO_DIRS([m4])\nAM_INIT_AUTOMAKE([foreign])\nAC_PROG_CC\nSEEP_CHECK\n"
                              "AC_CONFIG_FILES([Makefile])\nAC_OUTPUT\n")
    tree.file("Makefile.am", "ACLOCAL_AMFLAGS = -I m4\nTESTS = leak\ncheck_PROGRAMS = leak\n@SEEP_CHECK_RULES@\n")
    tree.file("leak.c", LEAK)
    succeed(tree, ["autoreconf", "-i"])


def case_automake_macro(tree):
    automake_project(tree)
    succeed(tree, ["./configure"])
    process = run(tree, ["make", "check-seep"])
    expect(process.returncode, 2, process.stdout + process.stderr)
    expect("leak: 1,337 bytes in 1 block lost" in process.stderr, True, process.stderr)
    succeed(tree, ["make", "check-seep", "SEEP_GATE_FLAGS=--definitely-lost=2k"])
    tree.file("lose.supp", "{\n  known\n  Memcheck:Leak\n  ...\n  fun:lose\n}\n")
    succeed(tree, ["make", "check-seep", "SEEP_FLAGS=--suppressions=lose.supp"])
    succeed(tree, ["make", "distcheck"])
    expect(os.path.exists(os.path.join(tree.path, "seep-run")), True)
    succeed(tree, ["make", "clean"])
    expect(os.path.exists(os.path.join(tree.path, "seep-run")), False)
    succeed(tree, ["./configure", "--disable-seep"])
    process = run(tree, ["make", "check-seep"])
    expect((process.returncode, "there is no seep" in process.stderr), (2, True), process.stderr)


PYTHON = "/usr/bin/python3"


def case_pytest_extension(tree):
    """The interpreter is checked, as a module of the project is loaded into it."""
    if subprocess.run([PYTHON, "-m", "pytest", "--version"], capture_output=True, check=False).returncode:
        raise Skip("pytest is not installed")
    source = tree.file("ext.c",
                       "#include <stdlib.h>\nvoid *volatile kept;\nvoid lose(void) { kept = malloc(1337); kept = 0; "
                       "}\n")
    subprocess.run(["cc", "-g", "-shared", "-fPIC", source, "-o", os.path.join(tree.path, "ext.so")], check=True)
    tree.file("test_ext.py", "import ctypes\ndef test_lose(): ctypes.CDLL('./ext.so').lose()\n")
    outcome = tree.suite([PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider"], "--only=python3*",
                         PYTHONMALLOC="malloc")
    expect(outcome.status, 0, outcome.out + outcome.err)
    report = tree.report(outcome, "--format=text", "--own=obj=*/tree/*", "--own-only")
    expect("leak: 1,337 bytes in 1 block lost" in report, True, report)


def case_cargo_runner(tree):
    need("cargo", "rustc")
    home = os.path.expanduser("~root")
    keep = {"CARGO_HOME": os.environ.get("CARGO_HOME", home + "/.cargo"),
            "RUSTUP_HOME": os.environ.get("RUSTUP_HOME", home + "/.rustup")}
    if run(tree, ["cargo", "--version"], **keep).returncode:
        raise Skip("cargo has no toolchain")
    tree.file("Cargo.toml", "[package]\nname = \"p\"\nversion = \"0.1.0\"\nedition = \"2018\"\n")
    tree.file("src/lib.rs", "#[test]\nfn leaks() { std::mem::forget(Box::new([7u8; 1337])); }\n")
    tree.file(".cargo/config.toml", "[target.x86_64-unknown-linux-gnu]\nrunner = \"seep -q --error-exitcode=9\"\n")
    process = run(tree, ["cargo", "test", "--offline", "--lib"], **keep)
    expect((process.returncode != 0, "1,337 bytes in 1 block" in process.stderr), (True, True), process.stderr)


def project_with_configure(tree):
    """What the recipes build: ./configure && make && make check."""
    tree.file("configure", "#!/bin/sh\necho \"CFLAGS=$*\" | sed 's/CFLAGS=CFLAGS=/CFLAGS=/' >config.mk\n", 0o755)
    tree.file("Makefile",
              "include config.mk\nall: leak\nleak: leak.c\n\t$(CC) $(CFLAGS) -o $@ leak.c\ncheck: leak\n\t./leak\n")
    tree.file("leak.c", LEAK)


def steps_of(path, key):
    """Shell lines of a recipe: those of the blocks `run: |`, or of the lists `script:`."""
    lines, steps, indent = open(path, encoding="utf-8").read().splitlines(), [], None
    for line in lines:
        depth = len(line) - len(line.lstrip())
        if indent is not None and line.strip() and depth > indent:
            steps.append(line.strip().removeprefix("- "))
        else:
            indent = depth if line.strip().removeprefix("- ") in (f"{key}:", f"{key}: |") else None
    return steps


def play(tree, steps, **environment):
    """Run the lines, all of them as a CI system would with `if: always()`; statuses of the ones that begin with
    seep."""
    script = "".join(f"{step}\necho \"status $? {step.split()[1]}\" >>statuses\n" if step.startswith("seep ")
                     else f"{step} || exit 99\n"
                     for step in steps)
    if os.path.exists(os.path.join(tree.path, "statuses")):
        os.unlink(os.path.join(tree.path, "statuses"))
    process = run(tree, ["sh", "-c", script], **environment)
    expect(process.returncode in (0, 1), True, process.stdout + process.stderr)
    statuses = open(os.path.join(tree.path, "statuses"), encoding="utf-8").read().split("\n")[:-1]
    return [tuple(line.split()[1:]) for line in statuses], process


def make_baseline(tree):
    tree.suite(["make", "check"])
    run(tree, ["seep", "gate", os.path.join(tree.outside, f"run{tree.count}"), "--baseline=seep-baseline.json",
               "--update-baseline", "--force"])
    expect(os.path.exists(os.path.join(tree.path, "seep-baseline.json")), True)


def case_github_actions(tree):
    project_with_configure(tree)
    steps = steps_of(os.path.join(SOURCES, "docs/examples/ci/github-actions.yml"), "run")
    expect(len(steps), 6)
    succeed(tree, ["sh", "-c", "./configure CFLAGS=-g && make"])
    make_baseline(tree)
    summary = os.path.join(tree.outside, "summary")
    statuses, process = play(tree, steps, GITHUB_STEP_SUMMARY=summary)
    expect(statuses, [("0", "suite"), ("0", "report"), ("0", "gate")], process.stdout + process.stderr)
    expect("::" in process.stdout, True, process.stdout)
    expect("1,337" in open(summary, encoding="utf-8").read(), True)
    tree.file("leak.c", LEAK.replace("lose", "lose_more"))
    shutil.rmtree(os.path.join(tree.path, "seep-run"))
    expect(play(tree, steps, GITHUB_STEP_SUMMARY=summary)[0], [("0", "suite"), ("0", "report"), ("1", "gate")])


def case_gitlab_ci(tree):
    project_with_configure(tree)
    steps = steps_of(os.path.join(SOURCES, "docs/examples/ci/gitlab-ci.yml"), "script")
    succeed(tree, ["sh", "-c", "./configure CFLAGS=-g && make"])
    make_baseline(tree)
    shards, judge = steps[:3], steps[3:]
    expect([step.split()[1] for step in judge], ["report", "gate"])
    for index in ("1", "2"):
        expect(play(tree, shards, CI_NODE_INDEX=index, CI_NODE_TOTAL="2")[0], [("0", "suite")])
    statuses, process = play(tree, judge)
    expect(statuses[0], ("0", "report"), process.stdout + process.stderr)
    # The same test in two shards is one that ran again.
    expect(statuses[1], ("0", "gate"), process.stdout + process.stderr)
    shutil.rmtree(os.path.join(tree.path, "seep-run-1"))
    statuses, process = play(tree, judge)
    expect((statuses[1], "shard 1 of 2 is missing" in process.stdout), (("1", "gate"), True), process.stdout)
    expect(os.path.exists(os.path.join(tree.path, "seep.json")) and os.path.exists(os.path.join(tree.path, "seep.xml")),
           True)


def case_pre_commit(tree):
    project_with_configure(tree)
    succeed(tree, ["sh", "-c", "./configure CFLAGS=-g && make"])
    make_baseline(tree)
    text = open(os.path.join(SOURCES, "docs/examples/pre-commit/pre-commit-config.yaml"), encoding="utf-8").read()
    suite, suppressions = re.findall(r"entry: (.*)", text)
    succeed(tree, ["sh", "-c", suite])
    tree.file("leak.c", LEAK.replace("lose", "lose_more"))
    expect(run(tree, ["sh", "-c", suite]).returncode, 1)
    tree.file("good.supp", "{\n  a\n  Memcheck:Leak\n  fun:malloc\n}\n")
    tree.file("bad.supp", "{\n  a\n  Memcheck:Nonsense\n")
    succeed(tree, ["sh", "-c", suppressions + " good.supp"])
    expect(run(tree, ["sh", "-c", suppressions + " good.supp bad.supp"]).returncode, 1)
