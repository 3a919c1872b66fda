# SPDX-License-Identifier: GPL-2.0-or-later
"""The ways in which a run can be incomplete. Those of LIVE put a program or script called `subject` into the tree, or
run the suite in a way of their own; those of LATER do something to the files of a run that was whole."""
import glob
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import time

from tree import Skip, need

LIVE, LATER = {}, {}


def live(function):
    LIVE[function.__name__] = function
    return function


def later(function):
    LATER[function.__name__] = function
    return function


# --- programs ---

HEAD = """
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
static void *volatile kept;
static __attribute__((noinline)) void lose_in_subject(void) { kept = malloc(1337); kept = NULL; }
static __attribute__((unused)) int wait_for(pid_t child) { int status; return waitpid(child, &status, 0); }
int main(int argc, char **argv) { (void)argc; (void)argv; %s return 0; }
"""
LOSE = "lose_in_subject();"
LOSE_IN_CHILD = "pid_t child = fork(); if (child == 0) { lose_in_subject(); exit(0); } wait_for(child);"


def program(tree, body, *flags, name="subject"):
    return tree.program(name, HEAD % body.replace("TREE", tree.path), *flags)


def script(tree, text):
    """Wherever the driver runs it."""
    tree.script("subject", f"cd '{tree.path}' || exit 9\n{text}")


def as_root():
    if os.geteuid() != 0:
        raise Skip("needs root")


def can_unshare(*flags):
    need("unshare")
    if subprocess.run(["unshare", *flags, "true"], capture_output=True, check=False).returncode != 0:
        raise Skip("the system does not let us")


# --- nothing is wrong ---


@live
def clean(tree):
    program(tree, "free(malloc(1337));")


@live
def leak(tree):
    program(tree, LOSE)


@live
def no_environment(tree):
    program(tree, LOSE, name="loses")
    script(tree, "exec env -i ./loses\n")


@live
def no_preload(tree):
    program(tree, LOSE, name="loses")
    script(tree, "LD_PRELOAD=/nowhere.so SEEP_SUITE=/nowhere ./loses 2>/dev/null\n")


@live
def unset_preload(tree):
    program(tree, LOSE, name="loses")
    script(tree, "unset LD_PRELOAD SEEP_SUITE SEEP_SUITE_AT; ./loses\n")


@live
def other_network(tree):
    as_root()
    can_unshare("-n")
    program(tree, "if (unshare(CLONE_NEWNET)) return 9; " + LOSE_IN_CHILD)


@live
def no_umask(tree):
    program(tree, "umask(0777); " + LOSE_IN_CHILD)


@live
def searched(tree):
    """Some look for a program in each folder of $PATH by trying to execute it there."""
    program(tree, "free(malloc(1337));", name="second/frees")
    script(tree, "mkdir -p first; PATH=\"$PWD/first:$PWD/second:$PATH\"; export PATH\n"
           f"{sys.executable} -c 'import subprocess; subprocess.call([\"frees\"])'\nexec frees\n")


@live
def other_way(tree):
    """A program that tries one after the other."""
    program(tree, "free(malloc(1337));", name="frees")
    program(tree, "execl(\"TREE/not_built\", \"not_built\", NULL); execl(\"TREE/frees\", \"frees\", NULL);")


@live
def loader(tree):
    program(tree, LOSE, name="loses")
    script(tree, "exec /lib64/ld-linux-x86-64.so.2 ./loses\n")


@live
def deep_folder(tree):
    """Its path has more than PATH_MAX characters."""
    program(tree, LOSE, name="loses")
    script(tree,
           "i=0; while test $i -lt 25; do mkdir -p \"$(printf %0200d 0)\" && cd -P \"$(printf %0200d 0)\" || exit 9; "
           "i=$((i + 1)); done 2>/dev/null\n"
           f"cp '{tree.path}/loses' . 2>/dev/null; exec ./loses\n")


@live
def closed_descriptors(tree):
    program(tree, "closefrom(3); " + LOSE_IN_CHILD)


# --- processes that end before their time ---


@live
def killed(tree):
    program(tree, "lose_in_subject(); close(creat(\"TREE/ready\", 0600)); pause();", name="waits")
    script(tree,
           "rm -f ready; ./waits & while ! test -e ready; do sleep 0.05; done; kill -9 $!; wait $! 2>/dev/null; true\n")


@live
def killed_at_once(tree):
    program(tree, LOSE, name="loses")
    script(tree, "./loses & sleep 0.03; kill -9 $! 2>/dev/null; wait $! 2>/dev/null; true\n")


@live
def kills_itself(tree):
    program(tree, LOSE + " raise(SIGKILL);")


@live
def child_killed(tree):
    program(tree,
            "pid_t child = fork(); if (child == 0) { lose_in_subject(); pause(); } usleep(300000); kill(child, "
            "SIGKILL); wait_for(child);")


@live
def faults(tree):
    program(tree, LOSE + " *(volatile int *)8 = 1;")


@live
def aborts(tree):
    program(tree, LOSE + " abort();")


@live
def terminated(tree):
    program(tree, LOSE + " raise(SIGTERM);")


@live
def no_more_code(tree):
    """PR_SET_MDWE: no memory becomes executable from now on, but for the checker, which needs it."""
    made = program(tree, LOSE + " if (prctl(65, 1, 0, 0, 0)) return 9;", name="refuses")
    if subprocess.run([made], check=False).returncode != 0:
        raise Skip("this kernel has no PR_SET_MDWE")
    script(tree, "./refuses || true\n")


@live
def outlives(tree):
    program(tree, LOSE + " sleep(12);", name="waits")
    script(tree, "./waits >/dev/null 2>&1 & sleep 0.5\n")


# --- processes that cannot be checked ---


@live
def static(tree):
    program(tree, LOSE, "-static")


@live
def static_by_checked(tree):
    program(tree, LOSE, "-static", name="loses")
    program(tree, "execl(\"TREE/loses\", \"loses\", NULL);")


@live
def static_in_sandbox(tree):
    """It may not open files any more, which is no reason for its checker not to look at them."""
    program(tree, LOSE, "-static", name="loses")
    program(tree,
            "struct sock_filter rules[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, "
            "SYS_openat, 0, 1),"
            " BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};"
            " struct sock_fprog filter = {4, rules}; prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);"
            " if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)) return 9; execl(\"TREE/loses\", \"loses\", "
            "NULL);")


@live
def setuid(tree):
    as_root()
    made = program(tree, LOSE)
    os.chown(made, 65534, 65534)
    os.chmod(made, 0o4755)


@live
def sanitizer(tree):
    try:
        program(tree, LOSE, "-fsanitize=address", "-fno-sanitize=leak")
    except subprocess.CalledProcessError as error:
        raise Skip("no sanitizer") from error


@live
def other_machine(tree):
    source = tree.file("subject.c", "void _start(void) { __asm__(\"mov $1, %eax; xor %ebx, %ebx; int $0x80\"); }\n")
    made = subprocess.run(["cc", "-m32", "-nostdlib", "-static", source, "-o", os.path.join(tree.path, "subject")],
                          capture_output=True, check=False)
    if made.returncode or subprocess.run([os.path.join(tree.path, "subject")], check=False).returncode:
        raise Skip("no programs of 32 bits")


@live
def other_allocator(tree):
    tree.program("subject", """
        #include <stddef.h>
        static char pool[1 << 16]; static size_t used;
        __attribute__((noinline, visibility("default"))) void *je_malloc(size_t bytes) { void *made = pool + used; used += (bytes + 15) & ~15ul; return made; }
        __attribute__((noinline, visibility("default"))) void je_free(void *block) { (void)block; }
        static void *volatile kept;
        int main(void) { kept = je_malloc(1337); return 0; }
        """, "-rdynamic")


@live
def go(tree):
    need("go")
    tree.file("subject.go", "package main\nfunc main() { println(len(make([]byte, 1337))) }\n")
    subprocess.run(["go", "build", "-o", "subject", "subject.go"], cwd=tree.path, check=True, capture_output=True,
                   env={**os.environ, "GOCACHE": os.path.join(tree.outside, "go"), "GO111MODULE": "off"})


@live
def other_user(tree):
    as_root()
    need("setpriv")
    program(tree, LOSE, name="loses")
    script(tree, "exec setpriv --reuid=65534 --regid=65534 --clear-groups ./loses\n")


@live
def fork_of_other_user(tree):
    as_root()
    program(tree, "if (setgid(65534) || setuid(65534)) return 9; " + LOSE_IN_CHILD)


@live
def other_root(tree):
    """In a root of its own there is the program, and nothing of Seep."""
    as_root()
    need("chroot")
    program(tree, LOSE, name="root/loses")
    for library in "/lib64/ld-linux-x86-64.so.2", "/lib/x86_64-linux-gnu/libc.so.6":
        os.makedirs(os.path.join(tree.path, "root", os.path.dirname(library)[1:]), exist_ok=True)
        shutil.copy(library, os.path.join(tree.path, "root", library[1:]))
    program(tree, "if (chroot(\"TREE/root\") || chdir(\"/\")) return 9; execl(\"/loses\", \"loses\", NULL);")


@live
def no_proc(tree):
    as_root()
    can_unshare("-m")
    program(tree, LOSE, name="loses")
    script(tree, "exec unshare -m sh -c 'umount -l /proc; exec ./loses'\n")


@live
def inner_suite(tree):
    program(tree, LOSE, name="loses")
    script(tree, f"rm -rf inner.run; exec {tree.seep} suite -q --record=inner.run -- ./loses\n")


@live
def no_leak_check(tree):
    program(tree, LOSE)
    return ["--leak-check=no"]


@live
def file_limit(tree):
    program(tree, LOSE, name="loses")
    script(tree, "ulimit -f 1; ./loses; /bin/true && touch small\n")


@live
def moved_folder(tree):
    program(tree, LOSE, name="loses")
    record = os.path.join(tree.outside, "run1")
    script(tree,
           f"if test -d {record}; then mv {record} {record}.away; ./loses; mv {record}.away {record}; else ./loses; "
           f"fi\n")


# --- programs of the tree that the shell could not run ---


@live
def missing_program(tree):
    script(tree, "./not_built || true\n")


@live
def no_rights(tree):
    os.chmod(program(tree, LOSE, name="loses"), 0o644)
    script(tree, "./loses || true\n")


@live
def cut_program(tree):
    made = program(tree, LOSE, name="loses")
    os.truncate(made, 100)
    script(tree, "./loses || true\n")


@live
def test_of_nothing(tree):
    """The summary names it, but none of its processes is checked."""
    script(tree, "SEEP_TEST=of_nothing /bin/true\n")


# --- the suite itself ---


def start(tree, command):
    """A suite whose subject has begun to wait; its process."""
    record = os.path.join(tree.outside, f"run{tree.count + 1}")
    process = subprocess.Popen([tree.seep, "suite", f"--record={record}", "--", *command], cwd=tree.path,
                               env=tree.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, start_new_session=True)
    deadline = time.monotonic() + 60
    while not os.path.exists(os.path.join(tree.path, "ready")) and time.monotonic() < deadline:
        time.sleep(0.02)
    return process, record


def waiting(tree):
    program(tree, "lose_in_subject(); close(creat(\"TREE/ready\", 0600)); sleep(1);")


@live
def suite_killed(tree):
    waiting(tree)

    def run(command):
        process, record = start(tree, command)
        process.send_signal(signal.SIGKILL)
        process.wait()
        time.sleep(1.5)
        return record
    return run


def reporter_of(record):
    """Its pid: that which has the run's log open."""
    for link in glob.glob("/proc/[0-9]*/fd/*"):
        pid = link.split("/")[2]
        try:
            with open(f"/proc/{pid}/comm", encoding="utf-8") as name:
                if name.read() == "seep-reporter\n" and os.readlink(link).startswith(record + "/"):
                    return int(pid)
        except OSError:
            continue
    return None


@live
def reporter_killed(tree):
    waiting(tree)

    def run(command):
        process, record = start(tree, command)
        pid = reporter_of(record)
        if pid is None:
            process.wait()
            raise Skip("the reporter was not found")
        os.kill(pid, signal.SIGKILL)
        process.wait()
        return record
    return run


@live
def full_disk(tree):
    as_root()
    can_unshare("-m")
    program(tree, LOSE)

    def run(command):
        record = os.path.join(tree.outside, "run1")
        disk = os.path.join(tree.outside, "disk")
        os.makedirs(disk)
        inner = " ".join(command) if len(command) == 1 else None
        call = f'mount -t tmpfs -o size=24k none {disk} && "$@"; status=$?; cp -r {disk}/run {record}; exit $status'
        assert inner
        tree.run(["unshare", "-m", "sh", "-c", call, "sh", tree.seep, "suite", f"--record={disk}/run", "--", *command])
        return record
    return run


# --- what happens to a run afterwards ---


def first_record(run):
    """That of the subject."""
    for path in sorted(glob.glob(os.path.join(run, "*.rec"))):
        with open(path, "rb") as record:
            if b"subject" in record.read(4096):
                return path
    raise AssertionError(f"the subject has no record in {run}")


def frame_ends(data):
    at = struct.unpack_from("<I", data, 12)[0]
    while at < len(data):
        payload_bytes, kind = struct.unpack_from("<IH", data, at)
        at += 12 + payload_bytes
        yield kind, at


def cut_behind(path, wanted):
    with open(path, "rb") as record:
        data = record.read()
    os.truncate(path, next(end for kind, end in frame_ends(data) if kind == wanted))


@later
def record_cut(run):
    cut_behind(first_record(run), 1)  # START


@later
def record_cut_in_search(run):
    cut_behind(first_record(run), 8)  # LEAK_BEGIN


@later
def record_empty(run):
    os.truncate(first_record(run), 0)


@later
def record_gone(run):
    os.unlink(first_record(run))


@later
def record_of_zeros(run):
    path = first_record(run)
    size = os.path.getsize(path)
    with open(path, "wb") as record:
        record.write(bytes(size))


@later
def record_is_folder(run):
    path = first_record(run)
    os.unlink(path)
    os.mkdir(path)


@later
def record_not_readable(run):
    """Root may not read everything any more, either."""
    need("setpriv")
    os.chmod(first_record(run), 0)
    return ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []


@later
def records_gone(run):
    for path in glob.glob(os.path.join(run, "*.rec")):
        os.unlink(path)


def log_lines(run):
    with open(os.path.join(run, "execs.jsonl"), "rb") as log:
        return log.read().splitlines(keepends=True)


def write_log(run, data):
    with open(os.path.join(run, "execs.jsonl"), "wb") as log:
        log.write(data)


@later
def log_empty(run):
    write_log(run, b"")


@later
def log_cut(run):
    write_log(run, b"".join(log_lines(run)[:-1]))


@later
def log_cut_in_line(run):
    write_log(run, b"".join(log_lines(run))[:-20])


@later
def log_gone(run):
    os.unlink(os.path.join(run, "execs.jsonl"))


def facts_of(run):
    return os.path.join(run, "suite.json")


@later
def facts_empty(run):
    os.truncate(facts_of(run), 0)


@later
def facts_cut(run):
    os.truncate(facts_of(run), os.path.getsize(facts_of(run)) // 2)


@later
def facts_gone(run):
    os.unlink(facts_of(run))


@later
def canary_missed(run):
    with open(facts_of(run), encoding="utf-8") as file:
        facts = json.load(file)
    facts["canary"] = "missed"
    with open(facts_of(run), "w", encoding="utf-8") as file:
        json.dump(facts, file)


@later
def folder_gone(run):
    shutil.rmtree(run)
