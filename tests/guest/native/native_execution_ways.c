// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks --trace-children=yes: a program that is executed is watched, whatever way leads to it, and finds the
// environment that it was given (native_trace_children.sh tries all ways).
// compare: no, it is Seep's own
// build: -pthread
// run: --checks=leaks --trace-children=yes -- execve
// exit: 3
// stdout: ways: child of no variables
// expect: 77 bytes in 1 blocks are definitely lost
// reject: 1,337 bytes in 1 blocks
// run: --checks=leaks -- execve
// exit: 3
// stdout: ways: child of no variables
// reject: definitely lost
#define _GNU_SOURCE
#include "lose.h"
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 4, SPAWNS = 8 };

extern char **environ;
static char *program;
static char *child_arguments[] = {(char *)"ways", (char *)"child", NULL};
static char *two[] = {(char *)"ONE=1", (char *)"LD_PRELOAD=", NULL}, *none[] = {NULL};

static int be_child(const char *name)
{
  printf("%s: child of", name);
  for (char **variable = environ; *variable; variable++)
    printf(" %s", strlen(*variable) < 20 ? *variable : "...");
  puts(environ[0] ? "" : " no variables");
  fflush(stdout);
  lose(77);
  scrub();
  return 3;
}

static int copy_to_memory(void)
{
  const int copy = memfd_create("copy", MFD_CLOEXEC), file = open(program, O_RDONLY | O_CLOEXEC);
  char bytes[4096];
  for (ssize_t got; (got = read(file, bytes, sizeof bytes)) > 0;)
    if (write(copy, bytes, (size_t)got) != got)
      return -1;
  return copy;
}

static pid_t spawn(int (*function)(pid_t *, const char *, const posix_spawn_file_actions_t *,
                                   const posix_spawnattr_t *, char *const *, char *const *),
                   const posix_spawn_file_actions_t *actions)
{
  pid_t child = 0;
  return function(&child, program, actions, NULL, child_arguments, two) == 0 ? child : 0;
}

static void *spawn_many(void *unused)
{
  for (int i = 0; i < SPAWNS; i++) {
    int status;
    const pid_t child = spawn(posix_spawn, NULL);
    if (child <= 0 || waitpid(child, &status, 0) != child || WEXITSTATUS(status) != 3)
      puts("?");
  }
  return unused;
}

static void spawn_in_threads(void)
{
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, spawn_many, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
}

static pid_t spawn_without_descriptors(void)
{
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  const pid_t child = spawn(posix_spawnp, &actions);
  posix_spawn_file_actions_destroy(&actions);
  return child;
}

static void become(const char *way)
{
  if (strcmp(way, "execve") == 0)
    execve(program, child_arguments, none);
  if (strcmp(way, "null") == 0)
    execve(program, child_arguments, NULL);
  if (strcmp(way, "execvp") == 0)
    execvp(program, child_arguments);
  if (strcmp(way, "execl") == 0)
    execl(program, "ways", "child", (char *)NULL);
  if (strcmp(way, "fexecve") == 0)
    fexecve(open(program, O_RDONLY | O_CLOEXEC), child_arguments, two);
  if (strcmp(way, "execveat") == 0)
    syscall(SYS_execveat, AT_FDCWD, program, child_arguments, two, 0);
  if (strcmp(way, "syscall") == 0)
    syscall(SYS_execve, program, child_arguments, two);
  if (strcmp(way, "memory") == 0)
    fexecve(copy_to_memory(), child_arguments, two);
  if (strcmp(way, "script") == 0)
    execl("./script", "script", program, (char *)NULL);
  if (strcmp(way, "other") == 0)
    execl("./other", "other", "child", (char *)NULL);
  if (strcmp(way, "missing") == 0)
    execvp("no-such-program", child_arguments);
}

static pid_t start(const char *way)
{
  pid_t child = 0;
  if (strcmp(way, "spawn") == 0)
    return spawn(posix_spawn, NULL);
  if (strcmp(way, "spawnp") == 0)
    return spawn_without_descriptors();
  if (strcmp(way, "spawn-other") == 0)
    return posix_spawn(&child, "./other", NULL, NULL, child_arguments, two) == 0 ? child : 0;
  if (strcmp(way, "spawn-missing") == 0)
    return posix_spawn(&child, "./no-such-program", NULL, NULL, child_arguments, two) == 0 ? child : 0;
  if (strcmp(way, "fork") == 0 && (child = fork()) == 0)
    execve(program, child_arguments, two);
  if (strcmp(way, "vfork") == 0 && (child = vfork()) == 0) {
    execve("./no-such-program", child_arguments, two);
    execve(program, child_arguments, two);
    _exit(9);
  }
  if (strcmp(way, "vfork-missing") == 0 && (child = vfork()) == 0) {
    execve("./no-such-program", child_arguments, two);
    _exit(9);
  }
  return child;
}

static int call_shell(const char *way)
{
  char command[4096], line[256];
  snprintf(command, sizeof command, "env -i %s child; exit 5", program);
  if (strcmp(way, "system") == 0)
    return system(command);
  FILE *const output = strcmp(way, "popen") == 0 ? popen(command, "r") : NULL;
  while (output && fgets(line, sizeof line, output))
    printf("read %s", line);
  return output ? pclose(output) : 0;
}

int main(int count, char **arguments)
{
  char path[4096] = "";
  int status = 0;
  const char *const way = count > 1 ? arguments[1] : "";
  if (strcmp(way, "child") == 0)
    return be_child(arguments[0]);
  program = readlink("/proc/self/exe", path, sizeof path - 1) > 0 ? path : arguments[0];
  lose(1337);
  scrub();
  become(way);
  if (strcmp(way, "threads") == 0)
    spawn_in_threads();
  const pid_t child = start(way);
  if (child > 0)
    waitpid(child, &status, 0);
  else
    status = call_shell(way);
  printf("%s: %d\n", way, WEXITSTATUS(status));
  return 0;
}
