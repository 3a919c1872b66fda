# SPDX-License-Identifier: GPL-2.0-or-later
"""Which tests are named for a finding, with more than a hundred of them in one process: a program for each framework,
whose first comment says what must be found. The program runs by itself and in a suite."""
import json
import os
import re
import shutil
import subprocess

from tree import Skip, expect, need

FRAMEWORKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "frameworks")
PYTHON = "/usr/bin/python3"


def expectations(source, program):
    """The tests for each place; those of pytest stand for themselves."""
    text = open(os.path.join(FRAMEWORKS, source), encoding="utf-8").read()
    prefix = "" if source.endswith(".py") else program + "::"
    found = {}
    for place, names in re.findall(r"expect: (\w+): (.*?)(?: \*/)?$", text, re.MULTILINE):
        found[place] = [program if name == "-" else prefix + name for name in names.split(" | ")]
    return found


def place_of(finding):
    """The function of losers.h, wherever it stands in the stack."""
    for frame in finding["stack"]:
        match = re.match(r"(?:\w+::)*(by_\w+|use_freed)\b", frame["function"] or "")
        if match:
            return match.group(1)
    return None


def named_tests(tree, record):
    report = tree.run([tree.seep, "report", record, "--format=json"])
    found = {}
    for finding in json.loads(report.stdout)["findings"]:
        place = place_of(finding)
        if place:
            found[place] = sorted(set(found.get(place, []) + finding["tests"]))
    return found


def compare(tree, source, program, record):
    wanted = {place: sorted(names) for place, names in expectations(source, program).items()}
    expect(named_tests(tree, record), wanted, f"in {source}, {record}")


def check_program(tree, source, program, command):
    """By itself, the second time with code from the translation cache, and in a suite."""
    for number in range(2):
        record = os.path.join(tree.outside, f"{program}{number}")
        tree.run([tree.seep, "-q", f"--record={record}", *command])
        compare(tree, source, program, record)
    outcome = tree.suite(command)
    compare(tree, source, program, outcome.record)


def check_source(tree, source, header, *flags, levels=("-O0", "-O2")):
    compiler = "g++" if source.endswith(".cpp") else "gcc"
    need(compiler)
    path = os.path.join(FRAMEWORKS, source)
    trial = subprocess.run([compiler, "-x", "c++", "-", "-o", os.path.join(tree.outside, "trial"), *flags],
                           input=f"#if __has_include(<{header}>)\nint main() {{}}\n#endif\n", capture_output=True,
                           text=True, check=False)
    if trial.returncode:
        raise Skip(f"<{header}> or its library is not installed")
    for level in levels:
        program = f"{source.split('.')[0]}{level}"
        subprocess.run([compiler, "-g", level, "-o", os.path.join(tree.path, program), path, f"-I{tree.path}", *flags,
                        "-pthread"], check=True)
        check_program(tree, source, program, [f"./{program}"])


def case_gtest(tree):
    check_source(tree, "gtest.cpp", "gtest/gtest.h", "-lgtest")


def case_doctest(tree):
    check_source(tree, "doctest.cpp", "doctest/doctest.h")


def catch2(tree, *levels):
    check_source(tree, "catch2.cpp", "catch2/catch.hpp", levels=levels)


def case_catch2(tree):
    catch2(tree, "-O0")


def long_catch2_optimised(tree):
    catch2(tree, "-O2")


def case_boost(tree):
    check_source(tree, "boost.cpp", "boost/test/unit_test.hpp", "-lboost_unit_test_framework")


def qt_flags():
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "Qt5Test"], capture_output=True, text=True, check=False)
    if flags.returncode:
        raise Skip("Qt Test is not installed")
    return [*flags.stdout.split(), "-fPIC"]


def case_qt(tree):
    need("pkg-config", "moc")
    flags = qt_flags()
    subprocess.run(["moc", os.path.join(FRAMEWORKS, "qt.cpp"), "-o", os.path.join(tree.path, "qt.moc")], check=True)
    check_source(tree, "qt.cpp", "QtTest", *flags)


def case_check(tree):
    check_source(tree, "check.c", "check.h", "-lcheck", "-lsubunit", "-lrt", "-lm")


def case_cmocka(tree):
    if not os.path.exists("/usr/include/cmocka.h"):
        raise Skip("cmocka is not installed")  # its header cannot be included by itself
    check_source(tree, "cmocka.c", "stdarg.h", "-lcmocka")


def case_pytest(tree):
    if subprocess.run([PYTHON, "-m", "pytest", "--version"], capture_output=True, check=False).returncode:
        raise Skip("pytest is not installed")
    subprocess.run(["cc", "-g", "-shared", "-fPIC", os.path.join(FRAMEWORKS, "losers.c"), "-o",
                    os.path.join(tree.path, "losers.so")], check=True)
    shutil.copy(os.path.join(FRAMEWORKS, "test_pytest.py"), tree.path)
    command = [PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_pytest.py"]
    record = os.path.join(tree.outside, "alone")
    tree.run([tree.seep, "-q", f"--record={record}", *command], PYTHONMALLOC="malloc")
    compare(tree, "test_pytest.py", "python3", record)
    outcome = tree.suite(command, "--only=python3*", PYTHONMALLOC="malloc")
    compare(tree, "test_pytest.py", PYTHON, outcome.record)


def case_libtest(tree):
    need("rustc")
    home = os.path.expanduser("~root")
    keep = {"RUSTUP_HOME": os.environ.get("RUSTUP_HOME", home + "/.rustup")}
    source = os.path.join(FRAMEWORKS, "libtest.rs")
    for program, flag in (("libtest-debug", "-g"), ("libtest-release", "-O")):
        path = os.path.join(tree.path, program)
        process = tree.run(["rustc", "--test", flag, "--edition=2018", source, "-o", path], **keep)
        if "no default toolchain" in process.stderr or "could not choose" in process.stderr:
            raise Skip("rustc has no toolchain")
        expect(process.returncode, 0, process.stderr)
        check_program(tree, "libtest.rs", program, [f"./{program}"])
        check_program(tree, "libtest.rs", program, [f"./{program}", "--test-threads=1"])
