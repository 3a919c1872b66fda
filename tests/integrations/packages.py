# SPDX-License-Identifier: GPL-2.0-or-later
"""Debian's packages that cases_story.py goes the whole way with: how each is built and tested, and what is edited in
it."""
import collections
import os
import re
import sys

from cases_integrations import run, succeed
from tree import Skip, expect, need

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))
import debian_sources  # pylint: disable=wrong-import-position

# tools: what has to be installed. build: of a directory `build`, with @LEVEL@ for the optimisation. again: after an
# edit. suite, all_tests: commands that run the tests to be checked, and all. leaks: a plant for each way to lose
# memory; `source` holds the function they are put into, after `head` or, for another place of it, before `end`; `hit`
# are the tests that come by. caller: (old, new): with `new` after `old` one more function calls it. crash: (file, old,
# new) that makes `crashing` fail. valgrind: checks a test that leaks. known: whether the tests lose memory as they are.
Package = collections.namedtuple("Package",
                                 "name tools build again suite all_tests source function head end leaks hit caller "
                                 "crash crashing "
                                 "valgrind known")

C_LEAK = "{ static void *volatile lost; lost = @ALLOCATE@(@SIZE@); lost = 0; }"

JANSSON = Package(
    name="jansson", tools=["cmake", "ctest"],
    # CMake from 4 on would refuse it as it is.
    build="cmake -B build -DCMAKE_BUILD_TYPE=None -DCMAKE_POLICY_VERSION_MINIMUM=3.5 '-DCMAKE_C_FLAGS=-g @LEVEL@' "
          "-DJANSSON_BUILD_DOCS=OFF && cmake --build build -j2",
    again="cmake --build build -j2",
    suite="ctest --test-dir build -R ^test_", all_tests="ctest --test-dir build",
    source="src/value.c", function="json_array_extend",
    head="int json_array_extend(json_t *json, json_t *other_json) {\n",
    end="    for (i = 0; i < other->entries; i++)\n        json_incref(other->table[i]);\n\n"
        "    array_copy(array->table, array->entries, other->table, 0",
    leaks=[C_LEAK.replace("@ALLOCATE@", "jsonp_malloc")],
    hit=["test_array", "test_chaos"],
    caller=("int json_array_insert_new(json_t *json, size_t index, json_t *value) {\n    json_array_t *array;\n"
            "    json_t **old_table;\n",
            "    json_array_extend(NULL, NULL);\n"),
    crash=("test/suites/api/test_copy.c", "static void run_tests() {\n", "static void run_tests() {\n    abort();\n"),
    crashing="test_copy", valgrind="valgrind @OPTIONS@ build/bin/test_array", known=False)

LIBYAML = Package(
    name="libyaml", tools=["autoreconf", "libtoolize", "make"],
    build="test -e configure || autoreconf -fi; mkdir build && cd build && ../configure -q 'CFLAGS=-g @LEVEL@' && make "
          "-s -j2",
    again="make -s -j2 -C build",
    suite="make -s -C build check", all_tests="make -s -C build check",
    source="src/reader.c", function="yaml_parser_determine_encoding",
    head="yaml_parser_determine_encoding(yaml_parser_t *parser)\n{\n",
    end="    /* Determine the encoding. */\n",
    leaks=[C_LEAK.replace("@ALLOCATE@", "yaml_malloc")],
    hit=["test-reader"],
    caller=("        size_t offset, int value)\n{\n", "    yaml_parser_determine_encoding(parser);\n"),
    crash=("tests/test-version.c", "{\n    int major", "{\n    abort();\n    int major"), crashing="test-version",
    valgrind="build/libtool --mode=execute valgrind @OPTIONS@ build/tests/test-reader", known=True)

JSONCPP = Package(
    name="libjsoncpp", tools=["meson", "ninja", "c++"],
    build="meson setup build -Dbuildtype=plain '-Dcpp_args=-g @LEVEL@' && ninja -C build", again="ninja -C build",
    suite="meson test -C build unittest_jsoncpp_test", all_tests="meson test -C build",
    source="src/lib_json/json_value.cpp", function="removeMember",
    head="bool Value::removeMember(const char* begin, const char* end, Value* removed) {\n",
    end="  if (removed)\n    *removed = std::move(it->second);\n",
    leaks=["{ static char *volatile lost; lost = new char[@SIZE@]; lost = nullptr; }",
           "{ struct Node { std::shared_ptr<Node> other; char load[@SIZE@]; }; auto one = std::make_shared<Node>(), "
           "two = std::make_shared<Node>(); "
           "one->other = two; two->other = one; }"],
    hit=["unittest_jsoncpp_test"],
    caller=("bool Value::removeIndex(ArrayIndex index, Value* removed) {\n", '  removeMember("", nullptr);\n'),
    crash=("src/test_lib_json/main.cpp", "int main(int argc, const char* argv[]) {\n",
           "int main(int argc, const char* argv[]) {\n  abort();\n"),
    crashing="unittest_jsoncpp_test", valgrind="valgrind @OPTIONS@ build/jsoncpp_test", known=False)


def fetch(tree, package):
    need("apt-get", "dpkg-source", *package.tools)
    folder = os.path.join(tree.outside, "sources")
    os.mkdir(folder)
    try:
        tree.path = debian_sources.Sources(folder).fetch(package.name, folder)
    except debian_sources.Unavailable as error:
        raise Skip(str(error)) from error


def build(tree, package, level="-O0"):
    shell(tree, "rm -rf build; " + package.build.replace("@LEVEL@", level))


def shell(tree, line):
    succeed(tree, ["sh", "-ec", line])


def check(tree, record, command, *options):
    """Run tests under Seep, whatever becomes of them."""
    return run(tree, ["seep", "suite", "--canary", "-j2", f"--record={record}", *options, "--", *command.split()])


# --- edits ---

def read(tree, name):
    with open(os.path.join(tree.path, name), encoding="utf-8") as source:
        return source.read()


def replace(tree, name, old, new):
    text = read(tree, name)
    expect(text.count(old), 1, f"{old!r} in {name}")
    with open(os.path.join(tree.path, name), "w", encoding="utf-8") as output:
        output.write(text.replace(old, new))


def leak(package, which=0, size=4711):
    return "  " + package.leaks[which].replace("@SIZE@", str(size)) + "\n"


def plant(tree, package, which=0, size=4711):
    """Returns the line."""
    replace(tree, package.source, package.head, package.head + leak(package, which, size))
    return line_of(tree, package, leak(package, which, size))


def line_of(tree, package, text):
    return read(tree, package.source).split(text)[0].count("\n") + 1


def rename(tree, package, name):
    """Everywhere, as an editor does."""
    for folder, folders, files in os.walk(tree.path):
        folders[:] = [entry for entry in folders if entry not in ("build", "debian", ".git")]
        for file in files:
            path = os.path.join(folder, file)
            with open(path, encoding="utf-8", errors="surrogateescape") as source:
                text = source.read()
            changed = re.sub(rf"\b{package.function}\b", name, text)
            if changed != text:
                with open(path, "w", encoding="utf-8", errors="surrogateescape") as output:
                    output.write(changed)


def save(tree):
    """Contents of all sources, by path."""
    saved = {}
    for folder, folders, files in os.walk(tree.path):
        folders[:] = [entry for entry in folders if entry not in ("build", ".git")]
        for file in files:
            path = os.path.join(folder, file)
            with open(path, "rb") as source:
                saved[path] = source.read()
    return saved


def restore(tree, saved):
    for path, text in save(tree).items():
        if path in saved and text != saved[path]:
            with open(path, "wb") as output:
                output.write(saved[path])
