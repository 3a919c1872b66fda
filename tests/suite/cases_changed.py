# SPDX-License-Identifier: GPL-2.0-or-later
"""--full=changed, and each way in which it could leave a program out though something of it has changed."""
import os
import re
import shutil
import struct
import subprocess
import threading
import time

from tree import expect, need

CLEAN = "int main(int argc, char **argv) { (void)argv; return argc > 99; }\n"
# Reads a freed block if there is a file "wrong".
FLAKY = """
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
  int *volatile freed = malloc(4);
  free(freed);
  return access("wrong", F_OK) == 0 ? *freed == 77777 : 0;
}
"""
USES = "int number(void);\nint main(void) { return number() != %d; }\n"
LIBRARY = "int number(void) { return %d; }\n"
OPENS = """
#include <dlfcn.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
  void *library = dlopen(argc > 1 ? argv[1] : getenv("PLUGIN"), RTLD_NOW);
  return library ? dlclose(library) : 9;
}
"""


def settle():
    """What was made a moment ago might still be written to: nothing is kept of that."""
    time.sleep(0.1)


class Changed:
    """Suites of a tree that go by one state."""

    def __init__(self, tree, *options):
        tree.need_full_checks("it checks in both ways")
        self.tree, self.options = tree, options
        self.state = os.path.join(tree.outside, "state")

    def suite(self, command, *options, **more):
        settle()
        if isinstance(command, str):
            command = ["sh", "-c", command]
        return self.tree.suite(command, "--checks=leaks", "--full=changed", f"--full-state={self.state}",
                               *self.options, *options, **more)

    def full(self, command, *options, **more):
        """The programs that are checked fully, by what they are started with, and why."""
        outcome = self.suite(command, *options, **more)
        return {" ".join(image["arguments"]): os.path.basename(image.get("full_changed", ""))
                for image in outcome.images if image["checked"] and "checks" not in image}

    def library(self, name, number):
        source = self.tree.file(name + ".c", LIBRARY % number)
        path = os.path.join(self.tree.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        subprocess.run(["cc", "-g", "-shared", "-fPIC", source, "-o", path], check=True)
        return path


OTHERWISE = "Checked fully next time, as they loaded other files or ended in another way: 1 program\n"
NEW, WRONG = "no full check of it is known", "its last full check found errors, or did not end"


def change_in_place(path):
    """One byte of what is not used, with the times that the file had."""
    before = os.stat(path)
    with open(path, "r+b") as file:
        data = file.read()
        at = data.rindex(b"GCC:")
        file.seek(at)
        file.write(b"gcc:")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = os.stat(path)
    expect((after.st_size, after.st_mtime_ns, after.st_ino), (before.st_size, before.st_mtime_ns, before.st_ino))


def case_changed_programs(tree):
    changed = Changed(tree, "--canary")
    one, two = tree.program("one", CLEAN), tree.program("two", CLEAN)
    command = "./one; ./one a; ./two"
    expect(changed.full(command), {"./one": NEW, "./one a": NEW, "./two": NEW})
    outcome = changed.suite(command)
    expect({image.get("checks") for image in outcome.images if image["checked"]}, {"leaks"})
    words = r"Not checked fully, unchanged since \d{4}-\d\d-\d\d or later: 2 tests\n"
    expect(re.search(words, outcome.err) is not None, True, outcome.err)
    expect("unchanged since its full check of " in outcome.err, True, outcome.err)
    # The same contents again.
    shutil.copyfile(one, one + ".again")
    os.chmod(one + ".again", 0o755)
    os.rename(one + ".again", one)
    os.utime(two)
    expect(changed.full(command), {})
    # Others, with the same size and time.
    change_in_place(two)
    outcome = changed.suite(command)
    expect([image["full_changed"] for image in outcome.images if "full_changed" in image], [two])
    expect(f"Checked fully, because of changes: two ({two} has changed)\n" in outcome.err, True, outcome.err)
    expect(changed.full(command), {})
    expect(changed.full(command, "--full=two"), {"./two": ""})
    # What it is called with, and where.
    os.mkdir(os.path.join(tree.path, "sub"))
    expect(changed.full("./one b; cd sub && ../one; SEEP_TEST=x ../one"), {"./one b": NEW, "../one": NEW})


def case_changed_gate(tree):
    """What was left out was not looked at, whatever the reason."""
    changed = Changed(tree)
    tree.program("one", CLEAN)
    changed.suite(["./one"])
    outcome = changed.suite(["./one"])
    gate = [tree.seep, "gate", outcome.record]
    process = tree.run(gate)
    expect((process.returncode, re.search(r"note: errors were not looked for: 1 of 1 processes \(--checks=leaks; "
                                          r"1 unchanged since full checks of \d{4}-\d\d-\d\d or later\)",
                                          process.stdout) is not None), (0, True), process.stdout)
    expect(tree.run([*gate, "--errors=0"]).returncode, 1)
    expect(tree.run([*gate, "--errors=0", "--allow=errors-not-checked"]).returncode, 0)


def case_changed_errors_stay(tree):
    """Until there are none; suppressed ones are errors, too."""
    changed = Changed(tree)
    tree.program("flaky", FLAKY)
    wrong = tree.file("wrong", "")
    expect([changed.full(["./flaky"]) for _ in range(2)], [{"./flaky": NEW}, {"./flaky": WRONG}])
    hidden = tree.file("hidden.supp", "{\n  all\n  Memcheck:Addr4\n  fun:main\n}\n")
    outcome = changed.suite(["./flaky"], f"--suppressions={hidden}")
    expect("1 process of 1 test checked, no findings" in outcome.err, True, outcome.err)
    expect(changed.full(["./flaky"], f"--suppressions={hidden}"), {"./flaky": WRONG})
    os.unlink(wrong)
    expect([changed.full(["./flaky"]) for _ in range(2)], [{"./flaky": WRONG}, {}])
    # One that is found by chance, as it is checked fully for another reason.
    tree.file("wrong", "")
    expect([changed.full(["./flaky"], *more) for more in (["--full=flaky"], [])], [{"./flaky": ""}, {"./flaky": WRONG}])


def case_changed_libraries(tree):
    changed = Changed(tree)
    library = changed.library("libnumber.so", 3)
    tree.program("uses", USES % 3, library)
    tree.program("other", CLEAN)
    command = "./uses; ./other"
    expect([len(changed.full(command)) for _ in range(2)], [2, 0])
    change_in_place(library)
    expect([changed.full(command) for _ in range(2)], [{"./uses": "libnumber.so"}, {}])


def case_changed_library_elsewhere(tree):
    """Nothing was written to the files of before, but the loader takes others."""
    changed = Changed(tree)
    changed.library("b/libnumber.so", 3)
    first, second = os.path.join(tree.path, "a"), os.path.join(tree.path, "b")
    tree.program("uses", USES % 3, "-L" + second, "-lnumber", f"-Wl,-rpath,{first}:{second}")
    expect([len(changed.full(["./uses"])) for _ in range(2)], [1, 0])
    changed.library("c/libnumber.so", 3)
    path = os.path.join(tree.path, "c")
    expect(changed.full(["env", f"LD_PRELOAD={path}/libnumber.so", "./uses"]), {"./uses": "libnumber.so"})
    expect(changed.full(["./uses"]), {})
    expect(changed.full(["env", f"LD_LIBRARY_PATH={path}", "./uses"]), {"./uses": NEW})
    changed.library("a/libnumber.so", 3)
    outcome = changed.suite(["./uses"])
    expect([image["full_changed"] for image in outcome.images if "full_changed" in image], [f"{first}/libnumber.so"])


def case_changed_plugins(tree):
    changed = Changed(tree)
    one, two = changed.library("one.so", 3), changed.library("two.so", 4)
    tree.program("opens", OPENS, "-ldl")
    environment = {"PLUGIN": one}
    expect([len(changed.full(["./opens"], **environment)) for _ in range(2)], [1, 0])
    change_in_place(one)
    expect([changed.full(["./opens"], **environment) for _ in range(2)], [{"./opens": "one.so"}, {}])
    # Nothing tells before that it will open another one.
    outcome = changed.suite(["./opens"], PLUGIN=two)
    expect(OTHERWISE in outcome.err, True, outcome.err)
    expect([changed.full(["./opens"], PLUGIN=two) for _ in range(2)], [{"./opens": WRONG}, {}])


def case_changed_scripts(tree):
    """A script is an argument of its interpreter."""
    need("python3")
    changed = Changed(tree, "--only=*python3*", "--undef-value-errors=no")
    script = tree.file("test.py", "print(1)\n")
    tree.file("more.txt", "")
    command = ["python3", "-S", "-E", "test.py", "--with=more.txt"]
    expect([len(changed.full(command)) for _ in range(2)], [1, 0])
    tree.file("test.py", "print(2)\n")
    expect([list(changed.full(command).values()) for _ in range(2)], [["test.py"], []])
    tree.file("more.txt", "x")
    expect(list(changed.full(command).values()), ["more.txt"])
    # One that was not there before.
    command[-1] = "--with=later.txt"
    expect([len(changed.full(command)) for _ in range(2)], [1, 0])
    tree.file("later.txt", "")
    expect(list(changed.full(command).values()), ["later.txt"])
    os.unlink(script)
    expect(list(changed.full(command).values()), ["test.py"])


def case_changed_input(tree):
    changed = Changed(tree)
    tree.program("one", CLEAN)
    for name in ("a.txt", "b.txt"):
        tree.file(name, name)
    command = "./one <a.txt; ./one <b.txt; echo | ./one"
    outcome = changed.suite(command)
    expect({image.get("full_input", "") for image in outcome.named("one")},
           {"", os.path.join(tree.path, "a.txt"), os.path.join(tree.path, "b.txt")})
    expect(changed.full(command), {})
    tree.file("b.txt", "other")
    expect([changed.full(command) for _ in range(2)], [{"./one": "b.txt"}, {}])
    tree.file("c.txt", "")
    expect(changed.full("./one <c.txt"), {"./one": NEW})


def case_changed_data_is_not_seen(tree):
    """As the manual says."""
    changed = Changed(tree)
    tree.program("flaky", FLAKY)
    changed.suite(["./flaky"])
    tree.file("wrong", "")
    expect(changed.full(["./flaky"]), {})


def case_changed_ends(tree):
    """A test that was skipped has not been checked as a whole, which shows when it ends in another way."""
    changed = Changed(tree)
    tree.program("skips", "#include <unistd.h>\nint main(void) { return access(\"server\", F_OK) ? 77 : 0; }\n")
    command = "./skips; true"
    expect([len(changed.full(command)) for _ in range(2)], [1, 0])
    server = tree.file("server", "")
    outcome = changed.suite(command)
    expect(OTHERWISE in outcome.err, True, outcome.err)
    expect([changed.full(command) for _ in range(2)], [{"./skips": WRONG}, {}])
    # In both ways at once, it may end in both.
    both = f"{command}; rm server; ./skips; touch server"
    expect(changed.full(both, "--full=skips"), {"./skips": ""})
    for _ in range(2):
        expect(OTHERWISE in changed.suite(both).err, False)
    os.unlink(server)


def case_changed_unfinished(tree):
    """Full checks that came to no good end, though no error was found until then."""
    changed = Changed(tree)
    tree.program("dies", "#include <signal.h>\n#include <unistd.h>\nint main(int argc, char **argv)\n"
                         "{ (void)argv; return argc > 1 ? kill(getpid(), SIGKILL) : raise(SIGUSR1); }\n")
    tree.program("child", "#include <signal.h>\n#include <sys/wait.h>\n#include <unistd.h>\n"
                          "int main(void) { if (fork() == 0) kill(getpid(), SIGKILL); return wait(NULL) < 0; }\n")
    command = "./dies; ./dies x; ./child; true"
    expect(changed.full(command), {"./dies": NEW, "./dies x": NEW, "./child": NEW})
    expect(changed.full(command), {"./dies": WRONG, "./dies x": WRONG, "./child": WRONG})


def case_changed_lost_records(tree):
    changed = Changed(tree)
    tree.program("one", CLEAN)
    tree.program("forks", "#include <stdio.h>\n#include <sys/wait.h>\n#include <unistd.h>\n"
                          "int main(void)\n{\n  int child = fork();\n  printf(\"%d\", child);\n"
                          "  return child && wait(NULL) < 0;\n}\n")
    record = os.path.join(tree.outside, f"run{tree.count + 1}")
    outcome = changed.suite(f"./one; rm {record}/p*.rec; rm {record}/p$(./forks | grep -o '[1-9][0-9]*').rec")
    expect(len(outcome.records), 1, outcome.err)
    expect(changed.full("./one; ./forks"), {"./one": WRONG, "./forks": WRONG})
    expect(changed.full("./one; ./forks"), {})
    # The suite itself does not end: nothing new is known.
    tree.program("one", CLEAN.replace("99", "98"))
    settle()
    outcome = tree.suite(["sh", "-c", "./one; kill -9 $PPID"], "--checks=leaks", "--full=changed",
                         f"--full-state={changed.state}")
    expect(outcome.status, -9)
    expect(changed.full("./one; ./forks"), {"./one": "one"})


def case_changed_processes_of_one_test(tree):
    """One that ends well says nothing of another one that was called in the same way."""
    changed = Changed(tree)
    tree.program("flaky", FLAKY)
    tree.program("forks", FLAKY.replace("return access", "if (fork() > 0) return wait(NULL) < 0;\n  return access")
                 .replace("#include", "#include <sys/wait.h>\n#include", 1))
    command = "touch wrong; SEEP_TEST=t ./flaky; ./forks; rm wrong; SEEP_TEST=t ./flaky"
    expect(changed.full(command), {"./flaky": NEW, "./forks": NEW})
    expect(changed.full(command), {"./flaky": WRONG, "./forks": WRONG})


def case_changed_while_it_runs(tree):
    """What the files are when the suite has ended is not what was checked."""
    changed = Changed(tree)
    tree.program("one", CLEAN)
    tree.program("two", CLEAN)
    tree.program("three", CLEAN.replace("99", "98"))
    tree.file("argument", "")
    copy = "cp two.new two && mv -f one.new one && echo >>argument"
    for name in ("one", "two"):
        shutil.copy(os.path.join(tree.path, "three"), os.path.join(tree.path, name + ".new"))
    command = "./one; ./two; ./three argument"
    expect(len(changed.full(f"{command}; {copy}")), 3)
    expect(changed.full(command), {"./one": NEW, "./two": NEW, "./three argument": NEW})
    expect(changed.full(command), {})
    # Older files, in a folder of that name.
    for folder in ("a", "b"):
        os.mkdir(os.path.join(tree.path, folder))
        shutil.copy2(os.path.join(tree.path, "one" if folder == "a" else "three"), os.path.join(tree.path, folder, "x"))
    expect(changed.full("a/x; mv a c; mv b a"), {"a/x": NEW})
    expect(changed.full("a/x"), {"a/x": NEW})
    # Built by the suite itself, and long before they run.
    expect(changed.full(f"cp two.new two.tmp; mv two.tmp two; {command}"), {})
    expect(changed.full(f"cc -O1 one.c -o one; sleep 0.1; {command}"), {"./one": "one"})
    expect(changed.full(command), {})


def case_changed_options(tree):
    """Those on which it depends what is found make other checks; those for reports do not."""
    changed = Changed(tree)
    tree.program("one", CLEAN)
    expect([len(changed.full(["./one"])) for _ in range(2)], [1, 0])
    expect(changed.full(["./one"], "--undef-value-errors=no"), {"./one": NEW})
    expect(changed.full(["./one"], "--default-suppressions=no", "--show-leak-kinds=all"), {})
    for options, text in ((["--full=changed"], "add --checks=leaks"),
                          (["--checks=leaks", "--full-state=x"], "give that, too"),
                          (["--checks=leaks", "--full=changed", "--full-state="], "expected a file"),
                          (["--checks=leaks", "--full=changed", "--full-state=no/such/state"], "cannot write beside")):
        outcome = tree.suite(["./one"], *options)
        expect((options, outcome.status, text in outcome.err), (options, 125, True), outcome.err)


def case_changed_checker(tree):
    """Another Seep finds other things."""
    changed = Changed(tree)
    tree.program("one", CLEAN)
    build, copy = os.path.dirname(tree.seep), os.path.join(tree.outside, "copy")
    for folder in ("libexec", "share"):
        shutil.copytree(os.path.join(build, folder), os.path.join(copy, folder))
    tree.seep = shutil.copy(tree.seep, copy)
    expect([len(changed.full(["./one"])) for _ in range(2)], [1, 0])
    with open(os.path.join(copy, "libexec", "seep", "seep-amd64-linux"), "ab") as tool:
        tool.write(b"x")
    expect([changed.full(["./one"]) for _ in range(2)], [{"./one": "seep-amd64-linux"}, {}])


def case_changed_suites_at_once(tree):
    """Each adds to the state; what one has found wrong stays though another one, which began before, has not."""
    changed = Changed(tree)
    tree.program("flaky", FLAKY)
    names = [f"p{i}" for i in range(6)]
    for name in names:
        shutil.copy(tree.program("clean", CLEAN) if name == names[0] else os.path.join(tree.path, "clean"),
                    os.path.join(tree.path, name))
    settle()
    seep = [tree.seep, "suite", "--checks=leaks", "--full=changed", f"--full-state={changed.state}"]
    threads = [threading.Thread(target=tree.run, args=[[*seep, f"--record={tree.outside}/{name}", "--", "./" + name]])
               for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expect(changed.full("; ".join("./" + name for name in names)), {})
    long = "./flaky; touch began; while test ! -e end; do sleep 0.05; done"
    first = threading.Thread(target=tree.run, args=[[*seep, f"--record={tree.outside}/long", "--", "sh", "-c", long]])
    first.start()
    while not os.path.exists(os.path.join(tree.path, "began")):
        time.sleep(0.05)
    tree.file("wrong", "")
    expect(changed.full(["./flaky"]), {"./flaky": NEW})
    tree.file("end", "")
    first.join()
    expect(changed.full(["./flaky"]), {"./flaky": WRONG})


def case_changed_parts(tree):
    """What a part of the suite does not run stays as it is."""
    changed = Changed(tree)
    for name in ("one", "two"):
        tree.program(name, CLEAN)
    expect(changed.full(["./one"], "--shard=1/2"), {"./one": NEW})
    expect(changed.full(["./two"], "--shard=2/2"), {"./two": NEW})
    expect(changed.full("./one; ./two"), {})


def case_changed_default_state(tree):
    """In a folder of the user's, by the name of the tree."""
    tree.need_full_checks("it checks in both ways")
    tree.program("one", CLEAN)
    settle()
    for _ in range(2):
        outcome = tree.suite(["./one"], "--checks=leaks", "--full=changed")
    expect([image.get("checks") for image in outcome.images], ["leaks"])
    folder = os.path.join(tree.outside, "home", "state", "seep", "full")
    expect([re.sub("-[0-9a-f]{16}$", "", name) for name in os.listdir(folder) if not name.endswith(".lock")], ["tree"])
    expect("suite.full" in os.listdir(outcome.record), False)


def case_changed_damaged_states(tree):
    """Refused, and left as they are; nothing is taken for unchanged because of them."""
    changed = Changed(tree)
    tree.program("one", CLEAN)
    changed.suite(["./one"])
    with open(changed.state, "rb") as file:
        whole = file.read()
    version = struct.pack("<Q", 2)
    for data, text in ((whole[:-8], "not as long as it says"), (whole[:20], "cut off"), (b"#!/bin/sh\n", "not a state"),
                       (whole[:-3] + b"xyz", ""), (whole + bytes(8), "not as long as it says"),
                       (whole[:100] + b"\xff" + whole[101:], "its sum is not that of its contents")):
        with open(changed.state, "wb") as file:
            file.write(data)
        outcome = changed.suite(["./one"])
        expect((outcome.status, changed.state in outcome.err, text in outcome.err, "remove it" in outcome.err),
               (125, True, True, True), outcome.err)
        with open(changed.state, "rb") as file:
            expect(file.read(), data)
    for data in (b"", whole[:8] + version + whole[16:]):
        with open(changed.state, "wb") as file:
            file.write(data)
        expect([changed.full(["./one"]) for _ in range(2)], [{"./one": NEW}, {}])
    os.unlink(changed.state)
    os.mkfifo(changed.state)
    outcome = changed.suite(["./one"])
    expect((outcome.status, "this is a pipe, where a file is expected" in outcome.err), (125, True), outcome.err)


def case_changed_state_is_lost_meanwhile(tree):
    """What cannot be kept is said, as an error that was found would be forgotten."""
    changed = Changed(tree)
    tree.program("one", CLEAN)
    outcome = changed.suite(["sh", "-c", f"./one; echo nonsense >{changed.state}"])
    expect((outcome.status, "cannot be kept" in outcome.err), (125, True), outcome.err)
    os.unlink(changed.state)
    expect(changed.full(["sh", "-c", f"rm -f {tree.outside}/run*/suite.full; ./one"]),
           {"./one": "the state of full checks cannot be read"})
    expect(changed.full(["./one"]), {})
