# SPDX-License-Identifier: GPL-2.0-or-later
"""Every way to execute a program: it is checked, and does not notice."""
import os
import shutil
import stat
import subprocess

from tree import LEAK, Skip, expect, need

DRIVER = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
extern char **environ;
static char *arguments[] = {"other name", "7", NULL};
static char *nothing[] = {NULL};

static void execute(const char *how)
{
  if (!strcmp(how, "execl")) execl("./leak", "other name", "7", NULL);
  if (!strcmp(how, "execlp")) execlp("leak", "other name", "7", NULL);
  if (!strcmp(how, "execle")) execle("./leak", "other name", "7", NULL, nothing);
  if (!strcmp(how, "execv")) execv("./leak", arguments);
  if (!strcmp(how, "execve")) execve("./leak", arguments, environ);
  if (!strcmp(how, "execve-empty")) execve("./leak", arguments, nothing);
  if (!strcmp(how, "execve-null")) execve("./leak", arguments, NULL);
  if (!strcmp(how, "execvp")) execvp("leak", arguments);
  if (!strcmp(how, "execvpe-empty")) execvpe("leak", arguments, nothing);
  if (!strcmp(how, "execvp-cleared")) { char *path = strdup(getenv("PATH")); clearenv(); setenv("PATH", path, 1); execvp("leak", arguments); }
  if (!strcmp(how, "execv-cleared")) { clearenv(); execv("./leak", arguments); }
  if (!strcmp(how, "execveat")) execveat(open(".", O_PATH | O_CLOEXEC), "leak", arguments, nothing, 0);
  if (!strcmp(how, "execveat-empty")) execveat(open("leak", O_PATH | O_CLOEXEC), "", arguments, nothing, AT_EMPTY_PATH);
  if (!strcmp(how, "fexecve")) fexecve(open("leak", O_RDONLY | O_CLOEXEC), arguments, nothing);
  if (!strcmp(how, "syscall")) syscall(SYS_execve, "./leak", arguments, environ);
  if (!strcmp(how, "absolute")) { char path[4096]; execv(strcat(getcwd(path, 4000), "/leak"), arguments); }
  if (!strcmp(how, "dots")) execv(".././tree/leak", arguments);
  if (!strcmp(how, "missing")) { execv("./missing", arguments); perror("missing"); _exit(9); }
  if (!strcmp(how, "directory")) { execv(".", arguments); perror("directory"); _exit(9); }
  if (!strcmp(how, "no-rights")) { execv("./leak.c", arguments); perror("no-rights"); _exit(9); }
}

static int wait_for(pid_t pid)
{
  int status;
  waitpid(pid, &status, 0);
  return status;
}

static int run(const char *how)
{
  pid_t pid;
  int status = -1;
  fflush(NULL);
  if (!strcmp(how, "system")) return system("./leak 7");
  if (!strcmp(how, "system-cleared")) { char **saved = environ; clearenv(); status = system("./leak 7"); environ = saved; return status; }
  if (!strcmp(how, "popen-cleared")) {
    char line[100] = "";
    clearenv();
    FILE *pipe = popen("./leak 7", "r");
    fgets(line, sizeof line, pipe);
    status = pclose(pipe);
    printf("through a pipe: %s", line);
    return status;
  }
  if (!strcmp(how, "spawn")) return posix_spawn(&pid, "./leak", NULL, NULL, arguments, environ) ? -1 : wait_for(pid);
  if (!strcmp(how, "spawn-empty")) return posix_spawn(&pid, "./leak", NULL, NULL, arguments, nothing) ? -1 : wait_for(pid);
  if (!strcmp(how, "spawnp-empty")) return posix_spawnp(&pid, "leak", NULL, NULL, arguments, nothing) ? -1 : wait_for(pid);
  if (!strcmp(how, "spawn-missing")) return posix_spawn(&pid, "./missing", NULL, NULL, arguments, nothing);
  if (!strcmp(how, "spawn-chdir")) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addchdir_np(&actions, "sub");
    status = posix_spawn(&pid, "../leak", &actions, NULL, arguments, nothing) ? -1 : wait_for(pid);
    posix_spawn_file_actions_destroy(&actions);
    return status;
  }
  if (!strncmp(how, "vfork-", 6)) pid = vfork(); else pid = fork();
  if (pid == 0) { execute(!strncmp(how, "vfork-", 6) ? how + 6 : how); _exit(8); }
  return wait_for(pid);
}

int main(int argc, char **argv)
{
  for (int i = 1; i < argc; i++) {
    int status = run(argv[i]);
    printf("%s: %x\n", argv[i], status);
    fflush(NULL);
  }
  return 0;
}
"""
FAILING = ["missing", "directory", "no-rights", "spawn-missing"]
WAYS = ["execl", "execlp", "execle", "execv", "execve", "execve-empty", "execve-null", "execvp", "execvpe-empty",
        "execvp-cleared", "execv-cleared", "execveat", "execveat-empty", "fexecve", "syscall", "absolute", "dots",
        "system", "system-cleared", "popen-cleared", "spawn", "spawn-empty", "spawnp-empty", "spawn-chdir",
        "vfork-execve", "vfork-execve-empty", "vfork-execvp"]


def run_ways(tree, driver, ways):
    """One process for each, as some change their environment."""
    os.makedirs(os.path.join(tree.path, "sub"), exist_ok=True)
    commands = "\n".join(f"PATH=.:$PATH {driver} {way}" for way in ways)
    return tree.alike(["sh", "-c", commands])


def case_every_way_to_execute(tree):
    driver = shutil.copy(tree.program("driver", DRIVER), tree.outside)
    os.unlink(os.path.join(tree.path, "driver"))
    tree.program("leak")
    outcome = run_ways(tree, driver, WAYS + FAILING)
    expect(outcome.checked(), {"leak": len(WAYS)})
    expect(len(outcome.records), len(WAYS))


def case_every_way_to_execute_from_a_checked_program(tree):
    tree.program("driver", DRIVER)
    tree.program("leak")
    # The core makes every vfork a fork, so that a child of posix_spawn() cannot tell why it failed.
    failing = [way for way in FAILING if way != "spawn-missing"]
    outcome = run_ways(tree, "./driver", WAYS + failing)
    expect(outcome.checked(), {"leak": len(WAYS), "driver": len(WAYS) + len(failing)})
    expect(len(outcome.records) >= 2 * len(WAYS) + len(failing), True)


def case_cleared_environment(tree):
    tree.program("leak")
    tree.script("clean", "exec env -i PATH=\"$PATH\" \"$@\"\n")
    command = ("env -i ./leak; ./clean ./leak; ./clean sh -c './leak'; env -u LD_PRELOAD ./leak; unset SEEP_SUITE; "
               "LD_PRELOAD= ./leak")
    expect(tree.alike(["sh", "-c", command]).checked(), {"leak": 5})


def case_descriptors_signals_and_status(tree):
    tree.program("state", r"""
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main(void)
{
  sigset_t mask;
  sigprocmask(SIG_BLOCK, NULL, &mask);
  for (int fd = 0; fd < 20; fd++)
    if (fcntl(fd, F_GETFD) >= 0) printf("fd %d\n", fd);
  for (int number = 1; number < 32; number++) {
    struct sigaction action;
    if (number == SIGKILL || number == SIGSTOP) continue;
    sigaction(number, NULL, &action);
    if (action.sa_handler != SIG_DFL || sigismember(&mask, number))
      printf("signal %d %d %d\n", number, action.sa_handler == SIG_IGN, sigismember(&mask, number));
  }
  fflush(stdout);
  return 41;
}
""")
    tree.alike(["sh", "-c", "./state 5</dev/null 9>&1; echo $?"])
    tree.alike(["sh", "-c", "trap '' INT HUP USR1; ./state"])
    tree.alike(["sh", "-c", "./state <&- | cat; ./state 2>&-; ./state <&- 2>&-"])
    expect(tree.alike(["./state"]).status, 41)


def case_crashing_and_killed(tree):
    tree.program("crash",
                 "#include <signal.h>\n#include <stdlib.h>\nint main(int c, char **v) { raise(atoi(v[1])); return 1; "
                 "}\n")
    outcome = tree.suite(["sh", "-c",
                          "./crash 11; echo $?; ./crash 9; echo $?; ./crash 15; echo $?; ./crash 6; echo $?"])
    expect(outcome.out.split(), ["139", "137", "143", "134"])
    expect(len(outcome.records), 4)
    outcome = tree.suite(["./crash", "15"])
    expect(outcome.status, -15)
    expect(outcome.facts["signal"], 15)


def case_scripts_run_natively(tree):
    tree.program("leak")
    tree.script("wrapper", "exec \"$(dirname \"$0\")\"/leak \"$@\"\n")
    outcome = tree.alike(["./wrapper", "3"])
    expect(outcome.checked(), {"leak": 1})
    script = [image for image in outcome.images if image.get("script")]
    expect([image["script"] for image in script], ["./wrapper"])
    expect(script[0]["why"], "not matched")


def case_what_cannot_be_checked(tree):
    tree.program("plain")
    tree.program("static", LEAK, "-static")
    shutil.copy(tree.program("suid"), os.path.join(tree.path, "sgid"))
    os.chmod(os.path.join(tree.path, "suid"), 0o4755)
    os.chmod(os.path.join(tree.path, "sgid"), 0o2755)
    outcome = tree.alike(["sh", "-c", "./plain; ./static; ./suid; ./sgid; env -i ./static"])
    expect(outcome.checked(), {"plain": 1})
    expect([outcome.why(name) for name in ("static", "suid", "sgid")], [{"static"}, {"setuid"}, {"setuid"}])
    expect(len(outcome.named("static")), 2)


def case_programs_of_a_static_program(tree):
    tree.program("leak")
    tree.program("static",
                 "#include <unistd.h>\nint main(void) { char *a[] = {\"zork\", \"5\", 0}; return execv(\"./leak\", a); "
                 "}\n", "-static")
    outcome = tree.alike(["./static"])
    expect(outcome.checked(), {"leak": 1})
    expect(outcome.status, 5)


def case_sanitized_programs_run(tree):
    source = tree.file("a.c", LEAK)
    for flags, name in (("-fsanitize=address", "asan"), ("-fsanitize=thread", "tsan")):
        made = subprocess.run(["cc", flags, source, "-o", os.path.join(tree.path, name)], capture_output=True)
        if made.returncode:
            raise Skip(f"no compiler with {flags}")
    outcome = tree.suite(["sh", "-c", "ASAN_OPTIONS=detect_leaks=0 ./asan 3; echo $?; ./tsan; env -i ./asan"])
    expect(outcome.out.splitlines()[:3], ["./asan 2", "3", "./tsan 1"])
    expect(outcome.checked(), {})
    expect(outcome.why("asan") | outcome.why("tsan"), {"sanitizer"})


def case_other_machines_run_in_silence(tree):
    source = tree.file("a.c", "int main(void) { return 3; }\n")
    made = subprocess.run(["cc", "-m32", source, "-o", os.path.join(tree.path, "small")], capture_output=True)
    if made.returncode:
        raise Skip("no 32-bit compiler")
    outcome = tree.alike(["sh", "-c", "./small; echo $?"])
    expect(outcome.why("small"), {"not x86-64"})


def case_another_c_library(tree):
    need("musl-gcc")
    source = tree.file("a.c", LEAK)
    subprocess.run(["musl-gcc", source, "-o", os.path.join(tree.path, "small")], check=True)
    outcome = tree.alike(["sh", "-c", "./small; env -i ./small"])
    expect(outcome.why("small"), {"another C library"})
    expect(len(outcome.named("small")), 2)


def case_constructors(tree):
    """Those of libraries may run before the preload library is ready."""
    for name, what in (("opens", 'close(open("one", O_RDONLY)); fclose(fopen("one", "r"));'), ("ends", "_exit(5);")):
        tree.file(f"{name}.c", "#include <fcntl.h>\n#include <stdio.h>\n#include <unistd.h>\n"
                               f"static void __attribute__((constructor)) begin(void) {{ {what} }}\n")
        subprocess.run(["cc", "-shared", "-fPIC", "-Wl,-z,initfirst", os.path.join(tree.path, f"{name}.c"), "-o",
                        os.path.join(tree.path, f"lib{name}.so")], check=True)
        tree.program(name, LEAK, "-Wl,--no-as-needed", f"-L{tree.path}", f"-l{name}", f"-Wl,-rpath,{tree.path}")
    tree.file("one", "1")
    outcome = tree.alike(["sh", "-c", "./opens; ./ends; echo $?; LD_PRELOAD=./libopens.so ./opens 3; echo $?"])
    expect(outcome.checked(), {"opens": 2}, "one ends before anybody can look at it")


def case_daemon(tree):
    tree.program("daemon", r"""
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void *volatile kept;
int main(void)
{
  if (daemon(1, 0)) return 1;
  kept = malloc(1337);
  kept = NULL;
  usleep(700000);
  FILE *done = fopen("done", "w");
  fclose(done);
  return 0;
}
""")
    outcome = tree.suite(["./daemon"])
    expect(outcome.status, 0)
    expect(os.path.exists(os.path.join(tree.path, "done")), True)
    expect("1,337 bytes in 1 blocks are definitely lost" in tree.report(outcome), True)


def case_not_readable(tree):
    """Only others than root are kept from reading."""
    path = tree.program("secret")
    os.chmod(path, stat.S_IXUSR)
    if os.access(path, os.R_OK):
        raise Skip("root can read everything")
    expect(tree.alike(["./secret"]).why("secret"), {"not readable"})
