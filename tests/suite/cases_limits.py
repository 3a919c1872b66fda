# SPDX-License-Identifier: GPL-2.0-or-later
"""Limits of time that runners have: they are raised, as programs are slow under the checker."""
import json
import os
import signal
import subprocess

from tree import Skip, expect, need

SLOW = """
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv) { usleep(1000 * atoi(argv[argc - 1])); return 0; }
"""
SHOW = """#!/usr/bin/python3
import os, sys
print(*sys.argv[1:], os.environ.get("PYTEST_TIMEOUT"), os.environ.get("CK_TIMEOUT_MULTIPLIER"))
for name in ("pytest.ini", ".config/nextest.toml"):
    print(open(name).read())
"""


def meson_project(tree, limit, *arguments):
    need("meson", "ninja")
    tree.file("meson.build", "project('p', 'c')\nslow = executable('slow', 'slow.c')\n"
                             f"test('slow', slow, args: {list(arguments)}, timeout: {limit})\n")
    tree.file("slow.c", SLOW)
    made = tree.run(["meson", "setup", "build"])
    expect(made.returncode, 0, made.stdout + made.stderr)
    expect(tree.run(["ninja", "-C", "build"]).returncode, 0)


def case_limits_of_meson(tree):
    meson_project(tree, 1, "1200")
    for command in (["meson", "test", "-C", "build"], ["ninja", "-C", "build", "test"]):
        outcome = tree.suite(command)
        expect((command, outcome.status), (command, 0), outcome.out + outcome.err)
    expect("--timeout-factor" in outcome.err, False, outcome.err)
    expect([image["arguments"].count("--timeout-multiplier=20") for image in outcome.images], [0] * len(outcome.images),
           "the log is as it was")
    outcome = tree.suite(["meson", "test", "-C", "build"], "--timeout-factor=1")
    expect(outcome.status != 0 and "TIMEOUT" in outcome.out, True, outcome.out + outcome.err)


def case_what_a_limit_ends(tree):
    """The record knows of the signal; of SIGKILL it is cut short."""
    tree.need_full_checks("a process that a signal ends has a record that is cut short")
    meson_project(tree, 1, "60000")
    outcome = tree.suite(["meson", "test", "-C", "build"], "--timeout-factor=1")
    process, = json.loads(tree.report(outcome, "--format=json"))["processes"]
    expect((process["test"], process["signal"], process["exit_status"]), ("slow", signal.SIGTERM, None), process)
    expect("--timeout-factor=N (now 1)" in outcome.err, True, outcome.err)
    tree.program("stubborn", "#include <signal.h>\n#include <unistd.h>\n"
                             "int main(void) { signal(SIGTERM, SIG_IGN); for (int i = 0; i < 60; i++) sleep(1); return "
                             "0; }\n")
    outcome = tree.suite(["timeout", "--kill-after=0.3", "1", "./stubborn"])
    process, = json.loads(tree.report(outcome, "--format=json"))["processes"]
    expect((process["state"], process["signal"], "Did not finish: stubborn" in outcome.err), ("unfinished", None, True),
           outcome.err)


def case_limits_of_ctest(tree):
    """In the files that CTest reads, and on its command line."""
    need("cmake", "ctest")
    tree.file("CMakeLists.txt", """
cmake_minimum_required(VERSION 3.10)
project(p C)
include(CTest)
add_executable(slow slow.c)
add_test(NAME plain COMMAND slow 0)
add_test(NAME limited COMMAND slow 1200)
set_tests_properties(limited PROPERTIES TIMEOUT 1)
""")
    tree.file("slow.c", SLOW)
    built = tree.run(["cmake", "-S", ".", "-B", "build"])
    expect(built.returncode, 0, built.stderr)
    expect(tree.run(["cmake", "--build", "build"]).returncode, 0)
    native = tree.run(["ctest", "--test-dir", "build", "-V"])
    expect([line.split()[-1] for line in native.stdout.splitlines() if "timeout computed" in line], ["1500", "1"])
    for command, options, limits in ((["ctest", "--test-dir", "build", "-V"], ["--timeout-factor=3"], ["4500", "3"]),
                                     (["ctest", "--test-dir", "build", "-V", "--timeout", "5"], [], ["100", "20"]),
                                     (["cmake", "--build", "build", "--target", "test"], ["--timeout-factor", "9"],
                                      [])):
        outcome = tree.suite(command, *options)
        expect(outcome.status, 0, outcome.out + outcome.err)
        expect([line.split()[-1] for line in outcome.out.splitlines() if "timeout computed" in line], limits,
               outcome.out)
        expect(outcome.checked(), {"slow": 2})
    with open(os.path.join(tree.path, "build/CTestTestfile.cmake"), encoding="utf-8") as file:
        expect('TIMEOUT "1"' in file.read(), True, "the file itself is as it was")


def case_limits_as_runners_see_them(tree):
    """With a stand-in for those that may not be installed."""
    tree.file("pytest.ini", "[pytest]\ntimeout = 3\nretimeout = x\n")
    tree.file(".config/nextest.toml",
              '[profile.ci]\nslow-timeout = { period = "60s", terminate-after = 2, grace-period = "5s" }\n')
    tree.file("bin/pytest", SHOW, 0o755)
    outcome = tree.suite(["sh", "-c",
                          "PYTEST_TIMEOUT=5 bin/pytest -x --timeout 1.5; CK_TIMEOUT_MULTIPLIER=1 bin/pytest"])
    expect(outcome.out.splitlines()[0], "-x --timeout 30 100 20", outcome.err)
    expect(("timeout = 60\nretimeout" in outcome.out, "terminate-after = 2," in outcome.out,
            "\nNone 1\n" in outcome.out), (True, True, True), outcome.out)
    outcome = tree.suite(["bin/pytest"], "--timeout-factor=1", PYTEST_TIMEOUT="5")
    expect(("5 None\n" in outcome.out, "timeout = 3\n" in outcome.out), (True, True), outcome.out)
    tree.program("cargo-nextest", r"""
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void)
{
  char text[1000];
  int fd = open("../.config/nextest.toml", O_RDONLY | O_CLOEXEC);
  ssize_t size = read(fd, text, sizeof text);
  printf("%d %.*s", fcntl(fd, F_GETFD), (int)size, text);
  return open("../.config/nextest.toml", O_RDWR) < 0 || open("missing.toml", O_RDONLY) >= 0 || open("../.config", O_RDONLY | O_DIRECTORY) < 0;
}
""")
    os.makedirs(os.path.join(tree.path, "other"))
    outcome = tree.suite(["../cargo-nextest", "nextest", "run"], directory=os.path.join(tree.path, "other"))
    expect((outcome.status, outcome.out[:2]), (0, "1 "), outcome.err)
    expect('period = "60s", terminate-after = 40, grace' in outcome.out, True, outcome.out)


def case_limits_of_pytest(tree):
    """The real one, without the plugin: it runs as ever, and once."""
    if subprocess.run(["/usr/bin/python3", "-m", "pytest", "--version"], capture_output=True, check=False).returncode:
        raise Skip("pytest is not installed")
    tree.file("test_it.py", "import os\ndef test_one(): open('ran', 'a').write(os.environ['PYTEST_TIMEOUT'] + '\\n')\n")
    outcome = tree.suite(["/usr/bin/python3", "-m", "pytest", "-q", "-p", "no:cacheprovider"], PYTEST_TIMEOUT="2")
    expect(outcome.status, 0, outcome.out + outcome.err)
    with open(os.path.join(tree.path, "ran"), encoding="utf-8") as ran:
        expect(ran.read(), "40\n")


def case_limits_of_check(tree):
    """Which ends tests after four seconds, or as many as they say."""
    need("pkg-config")
    flags = tree.run(["pkg-config", "--cflags", "--libs", "check"])
    if flags.returncode:
        raise Skip("Check is not installed")
    tree.program("slow", """
#include <check.h>
#include <unistd.h>
START_TEST(slow) { usleep(1200000); } END_TEST
int main(void)
{
  Suite *suite = suite_create("s");
  TCase *tests = tcase_create("t");
  tcase_set_timeout(tests, 1);
  tcase_add_test(tests, slow);
  suite_add_tcase(suite, tests);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_SILENT);
  return srunner_ntests_failed(runner);
}
""", *flags.stdout.split())
    expect(tree.suite(["./slow"], "--timeout-factor=1").status, 1)
    expect(tree.suite(["./slow"]).status, 0)


def case_factors(tree):
    for factor, status in (("1", 0), ("1000", 0), ("0", 125), ("1001", 125), ("2x", 125), ("", 125), ("-1", 125)):
        expect((factor, tree.suite(["true"], f"--timeout-factor={factor}").status), (factor, status))
