# SPDX-License-Identifier: GPL-2.0-or-later
"""What docs/from-sanitizers.md says of sanitizers and of Seep, held against gcc's AddressSanitizer and clang's
MemorySanitizer: each row of its table of mistakes has a program here. And what docs/from-memcheck.md says of defaults
and of Memcheck."""
import concurrent.futures
import os
import re
import subprocess

from cases_integrations import SOURCES, run, succeed
from tree import Skip, expect, need

HEAD = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\nstatic volatile int sink;\n"
# By the first words of the row: C, or C++ where it says `new`.
PROGRAMS = {
    "heap buffer overflow": "int main(void) { char *p = malloc(1337); p[1337] = 1; free(p); return 0; }",
    "use after free": "int main(void) { char *p = calloc(1337, 1); free(p); p[13] = 1; return 0; }",
    "double free": "int main(void) { char *p = malloc(1337); free(p); free(p); return 0; }",
    "a block of `new[]` freed": "int main() { char *volatile p = new char[1337]; free(p); return 0; }",
    "overlapping `strcpy()`": "int main(void) { char t[40]; strcpy(t, \"seventeen\"); strcpy(t + 4, t); return 0; }",
    "overlapping `memcpy()`": "int main(void) { char *p = calloc(1337, 1); memcpy(p + 1, p, 97); free(p); return 0; }",
    "lost memory": "static void *volatile p;\n__attribute__((noinline)) static void lose(void) { p = malloc(1337); p = "
                   "NULL; }\n"
                   "int main(void) { lose(); return 0; }",
    "lost blocks that point to each other": "struct n { struct n *other; };\n"
                                            "static struct n *volatile a, *volatile b;\n"
        "__attribute__((noinline)) static void lose(void) { a = malloc(97); b = malloc(97); a->other = b; b->other = "
        "a; a = b = NULL; }\n"
        "int main(void) { lose(); return 0; }",
    "a block whose start nothing points to": "char *kept;\nint main(void) { kept = (char *)malloc(1337) + 40; return "
                                             "0; }",
    "uninitialised value": "int main(void) { int *p = malloc(sizeof *p); if (*p == 7) puts(\"seven\"); free(p); return "
                           "0; }",
    "uninitialised bytes written": "int main(void) { char *p = malloc(1337); sink = write(2, p, 13); free(p); return "
                                   "0; }",
    "stack buffer overflow": "int main(int argc, char **argv) { volatile int a[13] = {0}; (void)argv; sink = a[argc + "
                             "12]; return 0; }",
    "overflow of a global": "static volatile char a[13], b[13];\nint main(int argc, char **argv) { (void)argv; a[argc "
                            "+ 12] = 1; return b[0]; }",
    "use after scope": "int main(void) { int *volatile p; { int x = 5; p = &x; } sink = *p; return 0; }",
    "use after return": "static int *volatile kept;\n__attribute__((noinline)) static void keep(void) { int x = 5; "
                        "kept = &x; }\n"
                        "int main(void) { keep(); *kept = 6; return 0; }",
    "overflow into the next member": "struct s { char name[8]; char id; };\n"
        "int main(void) { struct s *p = calloc(1, sizeof *p); volatile int i = 8; p->name[i] = 1; free(p); return 0; }",
    "heap buffer overflow in a library": "void apart(char *, int);\nint main(void) { char *p = malloc(1337); apart(p, "
                                         "1337); free(p); return 0; }",
    "uninitialised value in a library": "int test(int *);\nint main(void) { int *p = malloc(sizeof *p); sink = "
                                        "test(p); free(p); return 0; }",
    "a value that a library has initialised": "void apart(char *, int);\n"
                                              "int main(void) { char *p = malloc(1337); apart(p, 5); if (p[5] == 7) "
                                              "puts(\"seven\"); free(p); return 0; }",
}
LIBRARY = ("#include <stdio.h>\nvoid apart(char *p, int i) { p[i] = 1; }\n"
           "int test(int *p) { if (*p == 7) puts(\"seven\"); return 0; }\n")
FOUND = {"asan": r"ERROR: \w+Sanitizer|ERROR: LeakSanitizer", "msan": r"(WARNING|ERROR): MemorySanitizer",
         "seep": r"(?m)^(error|leak|possible leak): "}


def page(name):
    with open(os.path.join(SOURCES, "docs", name), encoding="utf-8") as text:
        return text.read()


def table_of_mistakes():
    """{row: (AddressSanitizer, MemorySanitizer, Seep)}, each "yes", "no" or "with ..."."""
    part = page("from-sanitizers.md").split("## What finds what")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines()
            if line.startswith("| ")]
    return {row[0]: row[1:4] for row in rows[1:]}


def build(tree, name, text):
    """The three programs."""
    is_cxx = "new char" in text
    source = tree.file(f"{name}.{'cpp' if is_cxx else 'c'}", HEAD + text + "\n")
    compilers = {"asan": ["g++" if is_cxx else "gcc", "-fsanitize=address"],
                 "msan": ["clang++" if is_cxx else "clang", "-fsanitize=memory"], "seep": ["g++" if is_cxx else "gcc"]}
    for kind, compiler in compilers.items():
        command = [*compiler, "-w", "-g", "-O0", source, os.path.join(tree.path, "apart.o"), "-o",
                   os.path.join(tree.path, f"{name}.{kind}")]
        if subprocess.run(command, capture_output=True, text=True).returncode != 0:
            raise Skip(f"{' '.join(compiler)} does not work")


def finds(tree, name, kind, **environment):
    command = ["seep", "-q", "--style=people", f"./{name}.seep"] if kind == "seep" else [f"./{name}.{kind}"]
    process = run(tree, command, **environment)
    return bool(re.search(FOUND[kind], process.stdout + process.stderr)), process.stdout + process.stderr


def case_sanitizers_find(tree):
    """The page says of each mistake who finds it. What takes an option may be the default of a newer compiler."""
    need("gcc", "clang")
    rows = table_of_mistakes()
    expect(sorted(row for row in rows if row not in PROGRAMS), [], "rows without a program")
    expect(sorted(row for row in PROGRAMS if row not in rows), [], "programs without a row")
    wrong = []
    subprocess.run(["cc", "-g", "-c", tree.file("apart.c", LIBRARY), "-o", os.path.join(tree.path, "apart.o")],
                   check=True)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda item: build(tree, f"p{item[0]}", item[1]), enumerate(PROGRAMS.values())))
    for number, (row, text) in enumerate(PROGRAMS.items()):
        for kind, cell in zip(("asan", "msan", "seep"), rows[row]):
            option = re.match(r"with `(\w+)=(.*)`", cell)
            found, output = finds(tree, f"p{number}", kind)
            if found != (cell.split(",")[0] == "yes") and not (found and option):
                wrong.append(f"{row}: {kind} is said to find it: {cell!r}; it does: {found}\n{output[:600]}")
            if option and not finds(tree, f"p{number}", kind, **{option[1]: option[2]})[0]:
                wrong.append(f"{row}: {kind} does not find it {cell}")
    expect(wrong, [], "\n".join(wrong))


def case_sanitizers_suppressions(tree):
    """LeakSanitizer's file, converted, hides the same leak."""
    tree.file("lsan.supp", "leak:lose\n")
    program = tree.program("leak")
    succeed(tree, ["seep", "suppress", "--convert", "lsan.supp", "-o", "seep.supp"])
    process = succeed(tree, ["seep", "--style=people", "--suppressions=seep.supp", program])
    expect("1,337 bytes" in process.stderr and "suppressed" not in process.stderr, False, process.stderr)


REQUESTS = """#include <stdio.h>
#include <stdlib.h>
#include <valgrind/memcheck.h>
static void *volatile lost;
int main(void)
{
  char *pool = malloc(1337);
  VALGRIND_MAKE_MEM_NOACCESS(pool, 100);
  printf("poisoned %d\\n", VALGRIND_CHECK_MEM_IS_ADDRESSABLE(pool, 1) != 0);
  VALGRIND_MAKE_MEM_DEFINED(pool, 100);
  printf("poisoned %d\\n", VALGRIND_CHECK_MEM_IS_ADDRESSABLE(pool, 1) != 0);
  printf("uninitialised %d\\n", VALGRIND_CHECK_MEM_IS_DEFINED(pool + 200, 1) != 0);
  free(pool);
  lost = malloc(97);
  lost = NULL;
  VALGRIND_DO_LEAK_CHECK;
  unsigned long leaked, dubious, reachable, suppressed;
  VALGRIND_COUNT_LEAKS(leaked, dubious, reachable, suppressed);
  (void)dubious, (void)reachable, (void)suppressed;
  printf("lost %lu\\n", leaked);
  return 0;
}
"""


def case_sanitizers_requests(tree):
    """What the page names in place of the sanitizers' functions does what it says."""
    tree.program("requests", REQUESTS)
    names = set(re.findall(r"VALGRIND_\w+", page("from-sanitizers.md")))
    with open("/usr/include/valgrind/memcheck.h",
              encoding="utf-8") as memcheck, open("/usr/include/valgrind/valgrind.h", encoding="utf-8") as core:
        known = set(re.findall(r"VALGRIND_\w+", memcheck.read() + core.read()))
    expect(names - known, set(), "requests that are not there")
    out = succeed(tree, ["seep", "-q", "./requests"]).stdout
    expect(out, "poisoned 1\npoisoned 0\nuninitialised 1\nlost 97\n")


def case_sanitizers_refused(tree):
    """A program with AddressSanitizer in it is refused, in the words of the page; UBSan's is checked."""
    tree.file("leak.c", "#include <stdlib.h>\nint main(void) { return malloc(1337) == NULL; }\n")
    compilers = {"address": "gcc", "leak": "gcc", "thread": "gcc", "memory": "clang", "undefined": "gcc"}
    need("gcc", "clang")
    for kind, compiler in compilers.items():
        if subprocess.run([compiler, "-g", f"-fsanitize={kind}", "leak.c", "-o", kind], cwd=tree.path,
                          capture_output=True).returncode == 0:
            process = run(tree, ["seep", f"./{kind}"])
            expect(process.returncode, 0 if kind == "undefined" else 126, kind + process.stderr)
    expect("AddressSanitizer" in run(tree, ["seep", "./address"]).stderr, True)


def default_of(tree, command, option):
    """As its help says: "[yes]" at the end of the option's text."""
    text = run(tree, [command, "--help-all"]).stdout
    entry = re.split(r"\n  -|\n\n", text.split(f"\n  {option}")[1])[0]
    return re.search(r"\[(\w+)\]\s*$", entry)[1]


def case_memcheck_defaults(tree):
    """The table of two names."""
    part = page("from-memcheck.md").split("## Two names")[1].split("\n## ")[0]
    rows = [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in part.splitlines()
            if line.startswith("| `--")]
    expect(len(rows) >= 4, True, part)
    for names, own, memcheck in rows:
        for option in re.findall(r"--[a-z-]+", names):
            expect((option, default_of(tree, "seep", option), default_of(tree, "seep-valgrind", option)),
                   (option, own, memcheck))


def case_memcheck_trouble(tree):
    """Exit statuses when a checker cannot start."""
    need("valgrind")
    for options in ["--no-such-option"], ["--suppressions=/no/such/file"]:
        found = [run(tree, [checker, *options, "/bin/true"]).returncode for checker in ("seep", "valgrind")]
        expect(found, [125, 1], str(options))


def case_memcheck_same_words(tree):
    """`seep-valgrind` prints what Memcheck prints, but for who it is, addresses and numbers of processes."""
    need("valgrind")
    program = tree.program("leak")
    texts = []
    for checker in "seep-valgrind", "valgrind":
        text = succeed(tree, [checker, "--leak-check=full", "--show-leak-kinds=all", program]).stderr
        lines = re.sub(r"==\d+==|0x[0-9A-F]+|\((?:in |vg_)[^)]*\)", "", text).splitlines()
        texts.append([line for line in lines if not re.search(r"Copyright|Using|Command", line)])
    expect(texts[0], texts[1])
