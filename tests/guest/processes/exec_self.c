// SPDX-License-Identifier: GPL-2.0-or-later
// A program that executes itself by the kernel's links to it: its own, its thread's, its parent's. For the kernel they lead to the tool,
// whose name the process does not have, either. What is executed reports, too.
// compare: no, Memcheck ends with a message
// run: --trace-children=yes
// stdout: exec_self; own: 7; thread: 7; parent: 7; other: 2
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: 1,337 bytes in 1 blocks are definitely lost
// run:
// stdout: exec_self; own: 7; thread: 7; parent: 7; other: 2
// reject: 1,337 bytes
#define _GNU_SOURCE
#include "guest.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static NOINLINE void lose(void)
{
  void *volatile p = malloc(1337);
  p = NULL;
}

/* The exit status: that of the program, or an errno value. */
static int execute(const char *path)
{
  char *arguments[] = {"second", "second", NULL};
  int status;
  fflush(stdout);
  if (fork() == 0) {
    execv(path, arguments);
    _exit(errno);
  }
  wait(&status);
  return WEXITSTATUS(status);
}

int main(int argc, char **argv)
{
  char name[17] = "", parent[64];
  if (argc > 1) {
    lose();
    return 7;
  }
  prctl(PR_GET_NAME, name);
  snprintf(parent, sizeof parent, "/proc/%d/exe", getpid());
  printf("%s; own: %d; thread: %d; ", name, execute("/proc/self/exe"), execute("/proc/thread-self/exe"));
  printf("parent: %d; other: %d\n", execute(parent), execute("/proc/self/none"));
  return 0;
}
