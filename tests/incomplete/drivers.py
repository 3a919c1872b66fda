# SPDX-License-Identifier: GPL-2.0-or-later
"""Small suites: each runs the programs that it is given, in its own way. DRIVERS maps names to functions (tree,
tests) -> command."""
import os
import shutil
import subprocess
import sys

from tree import Skip, need

DRIVERS = {}


def driver(function):
    DRIVERS[function.__name__.removeprefix("by_")] = function
    return function


def lines(tests, form="{}"):
    return "".join(form.format(test) + "\n" for test in tests)


# --- shells ---


@driver
def by_sh(tree, tests):
    return [tree.script("suite", lines(tests, "{} || failed=1") + "exit ${failed:-0}\n")]


@driver
def by_sh_that_hides(tree, tests):
    return [tree.script("suite", lines(tests, "{} || true"))]


@driver
def by_bash(tree, tests):
    need("bash")
    tree.file("list", lines(tests))
    return ["bash", "-c", "while read -r test; do ( exec $test ) </dev/null || failed=1; done <list; exit ${failed:-0}"]


@driver
def by_pipe(tree, tests):
    return ["sh", "-c", "{ " + lines(tests, "{};") + "} | cat"]


@driver
def by_background(tree, tests):
    return ["sh", "-c", lines(tests, "{} &") + "wait"]


@driver
def by_nohup(tree, tests):
    return ["sh", "-c", lines(tests, "nohup {} >/dev/null 2>&1")]


@driver
def by_setsid(tree, tests):
    need("setsid")
    return ["sh", "-c", lines(tests, "setsid -w {}")]


@driver
def by_timeout(tree, tests):
    return ["sh", "-c", lines(tests, "timeout 60 {}")]


@driver
def by_find(tree, tests):
    return ["find", *tests, "-maxdepth", "0", "-exec", "{}", ";"]


@driver
def by_xargs(tree, tests):
    tree.file("list", lines(tests))
    return ["sh", "-c", "xargs -P 3 -n 1 sh -c '$0' <list"]


@driver
def by_environment(tree, tests):
    return ["sh", "-c", lines(tests, "env -i PATH=\"$PATH\" {}")]


# --- runners of tests ---


@driver
def by_make(tree, tests):
    need("make")
    tree.file("Makefile", "check:\n" + lines(tests, "\t-{}"))
    return ["make", "-s", "check"]


@driver
def by_parallel_make(tree, tests):
    need("make")
    names = [f"t{index}" for index in range(len(tests))]
    rules = "".join(f"{name}:\n\t-{test}\n" for name, test in zip(names, tests))
    tree.file("Makefile", f"check: {' '.join(names)}\n{rules}.PHONY: check {' '.join(names)}\n")
    return ["make", "-s", "-j3", "check"]


@driver
def by_ctest(tree, tests):
    need("ctest")
    tree.file("CTestTestfile.cmake", "".join(f'add_test(t{index} "{os.path.join(tree.path, test)}")\n' for index,
                                             test in enumerate(tests)))
    return ["ctest", "-Q"]


@driver
def by_meson(tree, tests):
    need("meson", "ninja")
    calls = "".join(f"test('t{index}', find_program('{os.path.join(tree.path, test)}'))\n" for index,
                    test in enumerate(tests))
    tree.file("meson.build", "project('small')\n" + calls)
    if subprocess.run(["meson", "setup", "out"], cwd=tree.path, capture_output=True, check=False).returncode != 0:
        raise Skip("meson does not take the tests")
    return ["meson", "test", "-C", "out", "-q"]


@driver
def by_prove(tree, tests):
    need("prove")
    for index, test in enumerate(tests):
        tree.script(f"t/{index}.t", f"echo 1..1\n{test} >/dev/null && echo ok 1 || echo not ok 1\n")
    return ["prove", "-Q", "-e", "sh", "t"]


@driver
def by_parallel_prove(tree, tests):
    return [*by_prove(tree, tests), "-j3"]


@driver
def by_bats(tree, tests):
    need("bats")
    tree.file("suite.bats", "".join(f"@test \"t{index}\" {{\n  {test}\n}}\n" for index, test in enumerate(tests)))
    return ["bats", "suite.bats"]


@driver
def by_pytest(tree, tests):
    need("pytest")
    body = "".join(f"def test_{index}():\n    assert subprocess.run(['{test}'], check=False).returncode == 0\n"
                   for index, test in enumerate(tests))
    tree.file("test_small.py", "import subprocess\n" + body)
    return ["pytest", "-q", "-p", "no:cacheprovider", "test_small.py"]


@driver
def by_unittest(tree, tests):
    body = "".join(f"    def test_{index}(self):\n        self.assertEqual(subprocess.call(['{test}']), 0)\n" for index,
                   test in enumerate(tests))
    tree.file("small.py", f"import subprocess, unittest\nclass Small(unittest.TestCase):\n{body}")
    return [sys.executable, "-m", "unittest", "-q", "small"]


@driver
def by_cargo(tree, tests):
    need("cargo", "rustc")
    calls = "".join(f"#[test]\nfn t{index}() {{ assert!(std::process::Command::new("
                    f"\"{os.path.join(tree.path, test)}\").status().unwrap().success()); }}\n"
                    for index, test in enumerate(tests))
    tree.file("Cargo.toml", '[package]\nname = "small"\nversion = "0.1.0"\nedition = "2021"\n')
    tree.file("src/lib.rs", "#[cfg(test)]\nmod tests {\n" + calls + "}\n")
    homes = [f"{name}={os.environ.get(name, os.path.expanduser('~root/.' + name.split('_')[0].lower()))}"
             for name in ("CARGO_HOME", "RUSTUP_HOME")]
    if tree.run(["env", *homes, "cargo", "build", "--offline", "--tests", "-q"]).returncode != 0:
        raise Skip("cargo cannot build it")
    return ["env", *homes, "cargo", "test", "--offline", "-q"]


# --- other languages ---


@driver
def by_python(tree, tests):
    tree.file("suite.py", f"import subprocess\nfor test in {tests!r}:\n    subprocess.call([test])\n")
    return [sys.executable, "suite.py"]


@driver
def by_python_spawn(tree, tests):
    tree.file("suite.py",
              f"import os\nfor test in {tests!r}:\n    os.waitpid(os.posix_spawn(test, [test], "
              f"{{'PATH': os.environ['PATH']}}), 0)\n")
    return [sys.executable, "suite.py"]


@driver
def by_perl(tree, tests):
    need("perl")
    return ["perl", "-e", "foreach (@ARGV) { my $pid = fork; if (!$pid) { exec $_ or exit 9; } waitpid $pid, 0; }",
            *tests]


@driver
def by_perl_system(tree, tests):
    need("perl")
    return ["perl", "-e", "system $_ foreach @ARGV", *tests]


@driver
def by_tcl(tree, tests):
    need("tclsh")
    tree.file("suite.tcl", "foreach test $argv { catch { exec $test } }\n")
    return ["tclsh", "suite.tcl", *tests]


@driver
def by_node(tree, tests):
    need("node")
    tree.file("suite.js", "for (const test of process.argv.slice(2)) require('child_process').spawnSync(test);\n")
    return ["node", "suite.js", *tests]


FORKS = """
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
extern char **environ;
int main(int argc, char **argv)
{
  for (int i = 1; i < argc; i++) {
    char *test[] = {argv[i], NULL};
    pid_t pid = 0;
    if (WITH_SPAWN)
      posix_spawn(&pid, argv[i], NULL, NULL, test, environ);
    else if ((pid = WITH_VFORK ? vfork() : fork()) == 0) {
      execv(argv[i], test);
      _exit(127);
    }
    if (pid > 0)
      waitpid(pid, NULL, 0);
  }
  return 0;
}
"""


def forking(tree, tests, spawn, vfork):
    """A program of the tree that is checked itself."""
    return ["./" + os.path.basename(tree.program("runner", FORKS, f"-DWITH_SPAWN={spawn}", f"-DWITH_VFORK={vfork}")),
            *tests]


@driver
def by_fork(tree, tests):
    return forking(tree, tests, 0, 0)


@driver
def by_vfork(tree, tests):
    return forking(tree, tests, 0, 1)


@driver
def by_spawn(tree, tests):
    return forking(tree, tests, 1, 0)


@driver
def by_server(tree, tests):
    """A server that runs what it is sent, and whose parent has gone."""
    tree.program("runner", FORKS, "-DWITH_SPAWN=0", "-DWITH_VFORK=0")
    return ["sh", "-c",
            f"(setsid ./runner {' '.join(tests)}; echo done >finished) & while ! test -e finished; do sleep 0.1; done; "
            f"rm finished"]


@driver
def by_outside(tree, tests):
    """A static program outside of the tree, which keeps the environment."""
    made = tree.program("runner", FORKS, "-DWITH_SPAWN=0", "-DWITH_VFORK=0", "-static")
    return ["sh", "-c", f"{shutil.move(made, os.path.join(tree.outside, 'runner'))} {' '.join(tests)}"]
