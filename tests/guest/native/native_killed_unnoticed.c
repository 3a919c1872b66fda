// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks --check-killed=yes: the program cannot see that the checker waits for fatal signals. Actions are the
// kernel's defaults with what the program has asked for beside them, there is no stack for handlers but the program's
// own, handlers run on the stacks that they run on natively, and ignored signals stay ignored.
// compare: no, it is Seep's own
// build: -pthread
// run: --checks=leaks
// stdout: default: handler 0, flags 0, mask 0
// stdout: set to default: handler 0, flags 10000000, mask 800
// stdout: handled, before: handler 0, flags 10000000, mask 800
// stdout: handled: handler 1, flags 8000004, mask 4000
// stdout: number 32: -1, errno 22
// stdout: number 65: -1, errno 22
// stdout: number 9: -1, errno 22
// stdout: stack: 2, 0 bytes, at 0
// stdout: handler is on the thread's stack: 1 1
// stdout: own stack: 0, 65536 bytes, own 1
// stdout: handler is on the own stack: 1
// stdout: no stack: 2, 0 bytes, at 0
// stdout: ignored
// stdout: child: signal 15, core 0
// stdout: child after vfork: signal 10, core 0
// stdout: real-time: signal 40
// run: --checks=leaks --check-killed=yes
// stdout: default: handler 0, flags 0, mask 0
// stdout: set to default: handler 0, flags 10000000, mask 800
// stdout: handled, before: handler 0, flags 10000000, mask 800
// stdout: handled: handler 1, flags 8000004, mask 4000
// stdout: number 32: -1, errno 22
// stdout: number 65: -1, errno 22
// stdout: number 9: -1, errno 22
// stdout: stack: 2, 0 bytes, at 0
// stdout: handler is on the thread's stack: 1 1
// stdout: own stack: 0, 65536 bytes, own 1
// stdout: handler is on the own stack: 1
// stdout: no stack: 2, 0 bytes, at 0
// stdout: ignored
// stdout: child: signal 15, core 0
// stdout: child after vfork: signal 10, core 0
// stdout: real-time: signal 40
#include "guest.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HAS_RESTORER = 0x04000000, STACK_BYTES = 65536 };

static char own_stack[STACK_BYTES];
static char *volatile stood_at;

static void handle(int signal, siginfo_t *info, void *context)
{
  char here;
  stood_at = &here;
}

static void tell(const char *title, const struct sigaction *action)
{
  printf("%s: handler %d, flags %x, mask %lx\n", title, action->sa_handler != SIG_DFL,
         action->sa_flags & ~HAS_RESTORER, action->sa_mask.__val[0]);
}

static void tell_actions(void)
{
  struct sigaction before, set = {.sa_handler = SIG_DFL, .sa_flags = SA_RESTART};
  sigaction(SIGUSR1, NULL, &before);
  tell("default", &before);
  sigaddset(&set.sa_mask, SIGUSR2);
  sigaction(SIGUSR1, &set, NULL);
  sigaction(SIGUSR1, NULL, &before);
  tell("set to default", &before);
  set = (struct sigaction){.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaddset(&set.sa_mask, SIGTERM);
  sigaction(SIGUSR1, &set, &before);
  tell("handled, before", &before);
  sigaction(SIGUSR1, NULL, &before);
  tell("handled", &before);
  for (int i = 0; i < 3; i++) {
    static const int refused[] = {32, 65, SIGKILL};
    const int result = sigaction(refused[i], &set, NULL);
    printf("number %d: %d, errno %d\n", refused[i], result, errno);
  }
}

static void tell_stack(const char *title)
{
  stack_t stack;
  sigaltstack(NULL, &stack);
  printf("%s: %d, %zu bytes, ", title, stack.ss_flags, stack.ss_size);
  if (stack.ss_sp == own_stack)
    puts("own 1");
  else
    printf("at %lx\n", (unsigned long)stack.ss_sp);
}

static int is_near(const char *place)
{
  return stood_at - place < 1 << 16 && place - stood_at < 1 << 16;
}

static void *raise_in_thread(void *ready)
{
  char here;
  free(malloc(77));
  pthread_barrier_wait(ready);
  pthread_barrier_wait(ready);
  raise(SIGUSR1);
  return is_near(&here) ? ready : NULL;
}

/* A thread that was there before any handler asked for a stack. */
static void tell_handlers(void)
{
  char here;
  pthread_t thread;
  pthread_barrier_t ready;
  void *is_on_own;
  pthread_barrier_init(&ready, NULL, 2);
  pthread_create(&thread, NULL, raise_in_thread, &ready);
  pthread_barrier_wait(&ready);
  tell_actions();
  tell_stack("stack");
  raise(SIGUSR1);
  const int is_here = is_near(&here);
  pthread_barrier_wait(&ready);
  pthread_join(thread, &is_on_own);
  printf("handler is on the thread's stack: %d %d\n", is_here, is_on_own != NULL);
}

static void tell_own_stack(void)
{
  stack_t stack = {.ss_sp = own_stack, .ss_size = STACK_BYTES};
  sigaltstack(&stack, NULL);
  tell_stack("own stack");
  raise(SIGUSR1);
  printf("handler is on the own stack: %d\n", stood_at > own_stack && stood_at < own_stack + STACK_BYTES);
  stack = (stack_t){.ss_flags = SS_DISABLE};
  sigaltstack(&stack, NULL);
  tell_stack("no stack");
}

static void tell_end(const char *title, pid_t child)
{
  int status;
  waitpid(child, &status, 0);
  printf("%s: signal %d, core %d\n", title, WTERMSIG(status), WCOREDUMP(status) != 0);
}

static void tell_children(void)
{
  int status;
  pid_t child = fork();
  if (child == 0)
    raise(SIGTERM);
  tell_end("child", child);
  child = vfork();
  if (child == 0) {
    signal(SIGUSR1, SIG_DFL);
    raise(SIGUSR1);
  }
  tell_end("child after vfork", child);
  child = fork();
  if (child == 0)
    raise(40);
  waitpid(child, &status, 0);
  printf("real-time: signal %d\n", WTERMSIG(status));
}

int main(void)
{
  const struct rlimit none = {0, 0};
  setvbuf(stdout, NULL, _IOLBF, 0);
  setrlimit(RLIMIT_CORE, &none);
  tell_handlers();
  tell_own_stack();
  signal(SIGUSR2, SIG_IGN);
  raise(SIGUSR2);
  puts("ignored");
  tell_children();
  return 0;
}
