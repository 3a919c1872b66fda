# SPDX-License-Identifier: GPL-2.0-or-later
"""The runners of tests that people use: what is checked under them, and how its tests are called."""
import json
import os
import shutil
import subprocess

from tree import LEAK, Skip, expect, need


def leaks_by_test(tree, outcome):
    """The lines "hit by" of the merged report."""
    return [line.strip() for line in tree.report(outcome, "--format=text").splitlines() if "hit by" in line]


def case_ctest(tree):
    need("cmake", "ctest")
    tree.file("CMakeLists.txt", """
cmake_minimum_required(VERSION 3.10)
project(p C)
enable_testing()
add_executable(leak leak.c)
add_test(NAME first COMMAND leak)
add_test(NAME second COMMAND leak 0)
add_test(NAME by_script COMMAND ${CMAKE_SOURCE_DIR}/script.sh ${CMAKE_BINARY_DIR}/leak WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
add_test(NAME failing COMMAND leak 3)
""")
    tree.file("leak.c", LEAK)
    tree.script("script.sh", "\"$1\" 0 script\n")
    built = tree.run(["cmake", "-S", ".", "-B", "build"])
    expect(built.returncode, 0, built.stderr)
    expect(tree.run(["cmake", "--build", "build"]).returncode, 0)
    outcome = tree.suite(["ctest", "-j4"], directory=os.path.join(tree.path, "build"))
    expect(outcome.status, 8, outcome.out + outcome.err)
    expect(outcome.checked(), {"leak": 4})
    expect(leaks_by_test(tree, outcome), ["hit by tests: by_script, failing, first, second"])
    outcome = tree.suite(["ctest", "--test-dir", "build", "-R", "first"])
    expect(leaks_by_test(tree, outcome), ["hit by 1 test: first"])
    tree.file("some.supp",
              "{\n  first, or what is called like the program\n  #: tests: first, leak\n  Memcheck:Leak\n  ...\n"
              "  fun:lose\n}\n")
    outcome = tree.suite(["ctest", "--test-dir", "build", "-R", "first|second"], "--suppressions=some.supp",
                         "--error-exitcode=9")
    expect(outcome.status, 8, "names of CTest are not known while its tests run")
    expect(leaks_by_test(tree, outcome), ["hit by 1 test: second"], "but they are afterwards")
    outcome = tree.suite(["cmake", "--build", "build", "--target", "test"], "-j", "3")
    expect(outcome.checked(), {"leak": 4})
    expect(leaks_by_test(tree, outcome), ["hit by tests: by_script, failing, first, second"])


def case_meson(tree):
    need("meson", "ninja")
    tree.file("meson.build", """
project('p', 'c')
leak = executable('leak', 'leak.c')
test('first', leak)
test('second', leak, args: ['0', 'x'])
test('script', find_program('script.sh'), args: [leak])
""")
    tree.file("leak.c", LEAK)
    tree.script("script.sh", "\"$1\" 0 script\n")
    made = tree.run(["meson", "setup", "build"])
    expect(made.returncode, 0, made.stdout + made.stderr)
    expect(tree.run(["ninja", "-C", "build"]).returncode, 0)
    for command in (["meson", "test", "-C", "build"], ["ninja", "-C", "build", "test"]):
        outcome = tree.suite(command, "-j", "2")
        expect(outcome.status, 0, outcome.out + outcome.err)
        expect(outcome.checked(), {"leak": 3})
        expect(leaks_by_test(tree, outcome), ["hit by tests: first, script, second"])


def case_first_argument(tree):
    """A program that executes itself for each test that it knows; what a test executes belongs to it."""
    tree.program("leak")
    tree.program("tests", """
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static void *volatile kept;
static void run(const char *test, const char *part)
{
  if (fork() == 0)
    execl("./tests", "./tests", test, part, (char *)0);
  wait(NULL);
}
int main(int argc, char **argv)
{
  const char *test = argc > 1 ? argv[1] : "";
  if (argc == 1)
    run("reads", NULL), run("writes", NULL), run("*", NULL), run("--list", NULL);
  else if (argc > 2 && strcmp(argv[2], "more") == 0)
    execl("./leak", "./leak", "0", (char *)0);
  else if (strcmp(test, "writes") == 0)
    run(test, "more");
  return 0;
}
""")
    name = "--test-name=argv1"
    outcome = tree.suite(["./tests"], name)
    expect(outcome.tests(), {("tests", "program"), ("tests::reads", "argv1"), ("tests::writes", "argv1")})
    expect(leaks_by_test(tree, outcome), ["hit by 1 test: tests::writes"])
    expect(tree.suite(["./tests"]).tests(), {("tests", "program")})
    expect(tree.suite(["env", "SEEP_TEST=mine", "./tests", "reads"], name).tests(), {("mine", "SEEP_TEST")})
    outcome = tree.suite(["./tests"], "--test-name=argv2")
    expect((outcome.status, "expected argv1" in outcome.err), (125, True), outcome.err)


def case_prove(tree):
    need("prove")
    tree.program("t/binary.t", "#include <stdio.h>\n#include <stdlib.h>\nvoid *volatile kept;\n"
                               "int main(void) { kept = malloc(7); kept = 0; puts(\"1..1\\nok 1\"); return 0; }\n")
    tree.program("leak")
    tree.file("t/perl.t",
              "#!/usr/bin/perl\nprint \"1..1\\n\"; system('./leak', '0') == 0 or print 'not '; print \"ok 1\\n\";\n",
              0o755)
    tree.script("t/shell.t", "echo 1..1; ./leak >/dev/null && echo ok 1\n")
    os.unlink(os.path.join(tree.path, "t/binary.t.c"))
    outcome = tree.suite(["prove", "-e", "", "t/binary.t", "t/perl.t", "t/shell.t"], "-j2")
    expect(outcome.status, 0, outcome.out + outcome.err)
    expect(outcome.checked(), {"leak": 2, "binary.t": 1})
    expect(outcome.tests(), {("t/perl.t", "tap"), ("t/shell.t", "tap"), ("t/binary.t", "tap")})


def case_bats(tree):
    need("bats")
    tree.program("leak")
    tree.file("leaks.bats", '@test "one leaks" {\n  ./leak 0\n}\n@test "so does two" {\n  run ./leak 0\n}\n')
    outcome = tree.suite(["bats", "leaks.bats"])
    expect(outcome.status, 0, outcome.out + outcome.err)
    expect(outcome.checked(), {"leak": 2})
    expect(outcome.tests(), {("test_one_leaks", "bats"), ("test_so_does_two", "bats")})


def case_pytest(tree):
    if subprocess.run(["/usr/bin/python3", "-m", "pytest", "--version"], capture_output=True, check=False).returncode:
        raise Skip("pytest is not installed")
    tree.program("leak")
    tree.file("test_it.py", "import subprocess\nimport pytest\n"
                            "def test_one(): assert subprocess.call(['./leak']) == 0\n"
                            "@pytest.mark.parametrize('n', [0, 5])\n"
                            "def test_two(n): assert subprocess.call(['./leak', str(n)], env={}) == 0\n")
    outcome = tree.suite(["/usr/bin/python3", "-m", "pytest", "-q", "-p", "no:cacheprovider"])
    expect(outcome.status, 1, outcome.out + outcome.err)
    expect(outcome.checked(), {"leak": 3})
    expect(outcome.tests(), {(f"test_it.py::test_{name}", "pytest") for name in ("one", "two[0]", "two[5]")})


def case_cargo(tree):
    need("cargo", "rustc")
    tree.file("Cargo.toml", "[package]\nname = \"p\"\nversion = \"0.1.0\"\nedition = \"2018\"\n")
    tree.file("src/lib.rs", "#[test]\nfn leaks() { std::mem::forget(Box::new([7u8; 1337])); }\n"
                            "#[test]\nfn is_fine() { assert_eq!(1, 1); }\n")
    tree.file("build.rs", "fn main() {}\n")
    keep = {name: os.environ.get(name, os.path.join(os.path.expanduser("~root"), "." + name.split("_")[0].lower()))
            for name in ("CARGO_HOME", "RUSTUP_HOME")}
    if tree.run(["cargo", "--version"], **keep).returncode:
        raise Skip("cargo has no toolchain")
    outcome = tree.suite(["cargo", "test", "--offline", "--lib"], **keep)
    expect(outcome.status, 0, outcome.out + outcome.err)
    expect(len(outcome.checked()), 1)
    expect("1,337" in tree.report(outcome, "--format=text"), True)
    expect(outcome.tests(), {("target/debug/deps/p", "program")}, "without the hash of the build")
    expect("hit by 1 test: p::leaks" in leaks_by_test(tree, outcome), True)
    junit = tree.report(outcome, "--format=junit")
    expect('<testcase name="leaks" classname="p" ' in junit, True, junit)
    expect(outcome.why("build-script-build"), {"skipped"})
    program = next(image["exe"] for image in outcome.images if image["checked"])
    tree.run([tree.seep, f"--record={tree.outside}/alone", program], **keep)
    expect('<testcase name="p" ' in tree.run([tree.seep, "report", f"{tree.outside}/alone", "--format=junit"]).stdout,
           True)


AUTOMAKE = """
TESTS = one two.sh three failing
check_PROGRAMS = one three failing helper
LDADD = libfoo.la
noinst_LTLIBRARIES =
lib_LTLIBRARIES = libfoo.la
libfoo_la_SOURCES = foo.c
EXTRA_DIST = two.sh
"""


def write_automake_tree(tree):
    """Test programs with a library of the tree, so that libtool puts wrapper scripts in front of them."""
    tree.file("configure.ac", "AC_INIT([p], [1])\nAM_INIT_AUTOMAKE([foreign])\nAC_PROG_CC\nAM_PROG_AR\nLT_INIT\n"
                              "AC_CONFIG_FILES([Makefile])\nAC_OUTPUT\n")
    tree.file("Makefile.am", AUTOMAKE)
    tree.file("foo.c", "#include <stdlib.h>\nvoid *foo(int n) { return malloc(n); }\n")
    body = ("void *foo(int); void *volatile kept;\n__attribute__((noinline)) int lose_{}(void) {{ kept = foo({}); kept "
            "= 0; return 0; }}\n"
            "int main(void) {{ return lose_{}() + {}; }}\n")
    for name, size, status in (("one", 1001, 0), ("three", 1003, 0), ("failing", 1004, 3), ("helper", 1005, 0)):
        tree.file(name + ".c", body.format(name, size, name, status))
    tree.script("two.sh", "./helper && env -i ./helper\n")
    made = tree.run(["autoreconf", "-i"])
    expect(made.returncode, 0, made.stderr)


def case_automake(tree):
    need("autoreconf", "libtoolize", "make")
    write_automake_tree(tree)
    made = tree.suite(["sh", "-c", "./configure && make all check TESTS="], "-j", "2")
    expect(made.status, 0, made.out + made.err)
    expect(made.checked(), {}, "what configure and libtool run is no test")
    outcome = tree.suite(["make", "check"], "-j", "4")
    expect(outcome.status, 2, outcome.out + outcome.err)
    programs = {name.replace("lt-", ""): count for name, count in outcome.checked().items()}
    expect(programs, {"one": 1, "three": 1, "failing": 1, "helper": 2})
    expect(outcome.tests(), {(name, "automake") for name in ("one", "two.sh", "three", "failing")})
    report = tree.report(outcome, "--format=text")
    for name in ("one", "two.sh", "three", "failing"):
        expect(f"hit by 1 test: {name}" in report, True, report)
    if shutil.which("valgrind"):
        call = "valgrind -q --tool=memcheck --demangle=yes --leak-check=full --error-exitcode=9"
        outcome = tree.suite(["sh", "-c",
                              f"./libtool --mode=execute {call} ./one; echo $?; {call} --trace-children=yes ./one; "
                              f"echo $?"])
        expect((outcome.out, outcome.checked()["lt-one"] + outcome.checked()["one"]), ("9\n9\n", 2), outcome.err)


def case_names_by_hand(tree):
    tree.program("leak")
    tree.program("tests/sub/inner")
    outcome = tree.suite(["sh", "-c",
                          "SEEP_TEST='my test' ./leak; ./leak --gtest_filter=A.B; tests/sub/inner; CK_RUN_CASE=c "
                          "./leak"])
    expect(outcome.tests(), {("my test", "SEEP_TEST"), ("A.B", "gtest"), ("tests/sub/inner", "program"),
                             ("c", "check")})


CHECK = """
#include <check.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static void *volatile kept;
static __attribute__((noinline)) void lose(int bytes) { kept = malloc(bytes); kept = NULL; }
START_TEST(fine) { ck_assert_int_eq(1, 1); } END_TEST
START_TEST(leaky) { lose(1337); } END_TEST
START_TEST(forking)
{
  pid_t pid = fork();
  if (pid == 0)
    exit(0);
  waitpid(pid, NULL, 0);
}
END_TEST
int main(void)
{
  Suite *suite = suite_create("list");
  TCase *tests = tcase_create("core");
  tcase_add_test(tests, fine);
  tcase_add_test(tests, leaky);
  tcase_add_test(tests, forking);
  suite_add_tcase(suite, tests);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  srunner_free(runner);
  return 0;
}
"""


def named_processes(tree, outcome):
    report = json.loads(tree.report(outcome, "--format=json"))
    return sorted(process["test"] for process in report["processes"])


def case_links(tree):
    """A program that is a link goes by the link's name: what it leads to may be another program (redis-server)."""
    tree.program("bin/many", LEAK)
    os.mkdir(os.path.join(tree.path, "links"))
    os.symlink("../bin/many", os.path.join(tree.path, "links/one"))
    os.symlink("many", os.path.join(tree.path, "bin/two"))
    tree.script("check.sh", "links/one\n(cd links && ../links/one 0 x)\nbin/two\nPATH=$PWD/links:$PATH one\nbin/many\n"
                            "exec 5<bin/many; /dev/fd/5; exec 5<&-\n")
    outcome = tree.suite(["./check.sh"])
    expect(leaks_by_test(tree, outcome), ["hit by tests: bin/many, bin/two, links/one"])
    expect("tests checked" in outcome.err and "of 3 tests" in outcome.err.replace("\n", " "), True, outcome.err)


def case_check(tree):
    """Each test of Check is a process of its own, or not; what it loses is its own."""
    tree.need_full_checks("Check's tests go by the name of their program")
    need("pkg-config")
    flags = tree.run(["pkg-config", "--cflags", "--libs", "check"])
    if flags.returncode:
        raise Skip("Check is not installed")
    tree.program("list", CHECK, *flags.stdout.split())
    own = [f"list::{name}" for name in ("fine", "forking", "forking", "leaky")]
    outcome = tree.suite(["./list"])
    expect("5 processes of 4 tests checked, 1 finding\n" in outcome.err, True, outcome.err)
    expect(", in list::leaky\n" in outcome.err, True, outcome.err)
    expect(named_processes(tree, outcome), ["list", *own])
    outcome = tree.suite(["./list"], SEEP_TEST="check.sh")
    expect(leaks_by_test(tree, outcome), ["hit by 1 test: check.sh::leaky"])
    outcome = tree.suite(["./list"], CK_FORK="no")
    expect(leaks_by_test(tree, outcome), ["hit by 1 test: list::leaky"])
    expect(named_processes(tree, outcome), ["list", "list::forking"])
    shutil.copy(os.path.join(tree.path, "list"), os.path.join(tree.path, "bare"))
    expect(tree.run(["strip", "bare"]).returncode, 0)
    outcome = tree.suite(["./bare"])
    expect(leaks_by_test(tree, outcome), ["hit by 1 test: bare"], "nothing is known of its tests")
    for test, status in (("list", 0), ("list::leaky", 0), ("*::leaky", 0), ("list::fine", 9)):
        tree.file("some.supp", "{\n  some\n  #: tests: " + test + "\n  Memcheck:Leak\n  ...\n  fun:lose\n}\n")
        outcome = tree.suite(["./list"], "--suppressions=some.supp", "--error-exitcode=9")
        expect((outcome.status, "no findings" in outcome.err), (status, status == 0), test)


def case_check_in_a_library(tree):
    """Check as a shared library, from the archive that is made for that."""
    tree.need_full_checks("Check's tests go by the name of their program")
    need("pkg-config")
    folder = tree.run(["pkg-config", "--variable=libdir", "check"]).stdout.strip()
    archive = os.path.join(folder, "libcheck_pic.a")
    if not os.path.exists(archive):
        raise Skip("there is no libcheck_pic.a")
    others = [flag for flag in tree.run(["pkg-config", "--libs", "check"]).stdout.split() if "-lcheck" not in flag]
    made = tree.run(["cc", "-shared", "-o", "libcheck.so", "-Wl,--whole-archive", archive, "-Wl,--no-whole-archive",
                     *others])
    expect(made.returncode, 0, made.stderr)
    tree.program("list", CHECK, f"-L{tree.path}", "-l:libcheck.so", f"-Wl,-rpath,{tree.path}", *others)
    expect(leaks_by_test(tree, tree.suite(["./list"])), ["hit by 1 test: list::leaky"])


def case_patterns(tree):
    for name in ("one", "two_slow", "bin/tool"):
        tree.program(name)
    shutil.copy("/bin/true", os.path.join(tree.outside, "true"))
    command = ["sh", "-c", "./one; ./two_slow; bin/tool; ../true"]
    expect(tree.suite(command).checked(), {"one": 1, "two_slow": 1, "tool": 1})
    outcome = tree.suite(command, "--skip=*_slow", "--skip", "bin/*")
    expect(outcome.checked(), {"one": 1})
    expect(outcome.why("two_slow"), {"skipped"})
    expect("two_slow (skipped)" in outcome.err, True, outcome.err)
    expect(tree.suite(command, "--only=true", "--only=two*").checked(), {"two_slow": 1, "true": 1})
