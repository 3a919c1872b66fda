// SPDX-License-Identifier: GPL-2.0-or-later
// clone() and clone3() make what their flags say: processes that share the memory, with or without descriptors and folder, for a while or
// until they end or execute a program; processes that share nothing, with a descriptor, or without handlers.
// compare: no, Memcheck knows no such flags
// run:
// stdout: memory: 77, 9, output open
// stdout: memory and folder: 77, 9, output open
// stdout: memory and descriptors: 77, 9, output closed
// stdout: program: 6
// stdout: clone3, as vfork: 8, 2
// stdout: clone3: descriptor 1, id 1, status 1
// stdout: clone3 with a bad size: Invalid argument
// stdout: thread: 5
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STACK_BYTES = 65536, WAIT_BY_DESCRIPTOR = 3 };

static volatile int word;
static int output;

static int writes(void *unused)
{
  (void)unused;
  word = 77;
  close(output);
  return 9;
}

static int executes(void *unused)
{
  char *arguments[] = {"sh", "-c", "exit 6", NULL};
  (void)unused;
  execve("/bin/sh", arguments, environ);
  return 1;
}

static int run(int (*function)(void *), int flags)
{
  int status = 0;
  char *stack = malloc(STACK_BYTES);
  word = 0;
  waitpid(clone(function, stack + STACK_BYTES, flags | SIGCHLD, NULL), &status, 0);
  free(stack);
  return WEXITSTATUS(status);
}

static void show(const char *name, int flags)
{
  output = dup(1);
  const int status = run(writes, flags);
  printf("%s: %d, %d, output %s\n", name, word, status, fcntl(output, F_GETFD) >= 0 ? "open" : "closed");
  close(output);
}

/* In line, as the child must not return. */
static inline __attribute__((always_inline)) long clone3_here(struct clone_args *arguments, size_t bytes)
{
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(435L), "D"(arguments), "S"(bytes) : "rcx", "r11", "memory");
  return result;
}

static void as_vfork(void)
{
  struct clone_args arguments = {.flags = CLONE_VM | CLONE_VFORK, .exit_signal = SIGCHLD};
  int status;
  const pid_t child = (pid_t)clone3_here(&arguments, sizeof arguments);
  if (child == 0) {
    word = 8;
    _exit(2);
  }
  waitpid(child, &status, 0);
  printf("clone3, as vfork: %d, %d\n", word, WEXITSTATUS(status));
}

static void handle(int signal)
{
  (void)signal;
}

static void with_descriptor(void)
{
  int descriptor = -1, id = 0;
  struct sigaction action;
  siginfo_t info;
  struct clone_args arguments = {.flags = CLONE_PIDFD | CLONE_PARENT_SETTID | (1ULL << 32), .pidfd = (unsigned long)&descriptor,
                                 .parent_tid = (unsigned long)&id, .exit_signal = SIGCHLD};
  signal(SIGUSR1, handle);
  fflush(stdout);
  const pid_t child = (pid_t)clone3_here(&arguments, sizeof arguments);
  if (child == 0) {
    sigaction(SIGUSR1, NULL, &action);
    _exit(action.sa_handler == SIG_DFL);
  }
  waitid((idtype_t)WAIT_BY_DESCRIPTOR, (id_t)descriptor, &info, WEXITED);
  printf("clone3: descriptor %d, id %d, status %d\n", descriptor > 2, id == child, info.si_status);
  printf("clone3 with a bad size: %s\n", strerror((int)-clone3_here(&arguments, 10)));
}

static void *in_thread(void *unused)
{
  (void)unused;
  word = 5;
  return NULL;
}

int main(void)
{
  pthread_t thread;
  show("memory", CLONE_VM);
  show("memory and folder", CLONE_VM | CLONE_FS);
  show("memory and descriptors", CLONE_VM | CLONE_FILES);
  printf("program: %d\n", run(executes, CLONE_VM));
  as_vfork();
  with_descriptor();
  pthread_create(&thread, NULL, in_thread, NULL);
  pthread_join(thread, NULL);
  printf("thread: %d\n", word);
  return 0;
}
