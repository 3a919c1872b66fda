// SPDX-License-Identifier: GPL-2.0-or-later
// --snapshot=SIGUSR2 and SIGHUP, fully checked and natively: the program does not notice. It survives a signal that it
// does not handle, handlers find what they find without Seep, and signals that are blocked, waited for or ignored make
// no snapshot.
// compare: no, it is Seep's own
// build: -pthread
// run: --leak-check=no --snapshot=SIGUSR2 --snapshot=SIGHUP
// stdout: default: 0
// stdout: survived: 1
// stdout: set to default: handler 0, flags 10000000, mask 200
// stdout: handled: handler 1, flags 8000004, mask 4000
// stdout: handler: signal 12, code -1, value 1337, on own stack 1, blocked 1 1
// stdout: the sum is 49.5
// stdout: plain handler: 1
// stdout: once: handled 1, handler after it 0
// stdout: once and after: handled 1
// stdout: ignored: handler 1
// stdout: waited for 12
// stdout: read 1 byte
// stdout: pause: -1, interrupted
// stdout: child: survived
// expect: Snapshot 7 (signal)
// run: --checks=leaks --leak-check=no --snapshot=SIGUSR2 --snapshot=SIGHUP
// stdout: default: 0
// stdout: survived: 1
// stdout: set to default: handler 0, flags 10000000, mask 200
// stdout: handled: handler 1, flags 8000004, mask 4000
// stdout: handler: signal 12, code -1, value 1337, on own stack 1, blocked 1 1
// stdout: the sum is 49.5
// stdout: plain handler: 1
// stdout: once: handled 1, handler after it 0
// stdout: once and after: handled 1
// stdout: ignored: handler 1
// stdout: waited for 12
// stdout: read 1 byte
// stdout: pause: -1, interrupted
// stdout: child: survived
// expect: Snapshot 7 (signal)
// run: --checks=leaks --leak-check=no --check-killed=yes --snapshot=SIGUSR2 --snapshot=SIGHUP
// stdout: default: 0
// stdout: survived: 1
// stdout: set to default: handler 0, flags 10000000, mask 200
// stdout: handled: handler 1, flags 8000004, mask 4000
// stdout: handler: signal 12, code -1, value 1337, on own stack 1, blocked 1 1
// stdout: the sum is 49.5
// stdout: plain handler: 1
// stdout: once: handled 1, handler after it 0
// stdout: once and after: handled 1
// stdout: ignored: handler 1
// stdout: waited for 12
// stdout: read 1 byte
// stdout: pause: -1, interrupted
// stdout: child: survived
// run: --leak-check=no --snapshot=SIGUSR2 -- without-waiting
// stdout: default: 0
// stdout: survived: 1
// stdout: set to default: handler 0, flags 10000000, mask 200
// stdout: handled: handler 1, flags 8000004, mask 4000
// stdout: handler: signal 12, code -1, value 1337, on own stack 1, blocked 1 1
// stdout: the sum is 49.5
// stdout: plain handler: 1
// stdout: once: handled 1, handler after it 0
// stdout: once and after: handled 1
// stdout: ignored: handler 1
// stdout: waited for 12
// expect: Snapshot 5 (signal)
// reject: Snapshot 6
// run: --checks=leaks --leak-check=no --snapshot=SIGUSR2 -- without-waiting
// stdout: default: 0
// stdout: survived: 1
// stdout: set to default: handler 0, flags 10000000, mask 200
// stdout: handled: handler 1, flags 8000004, mask 4000
// stdout: handler: signal 12, code -1, value 1337, on own stack 1, blocked 1 1
// stdout: the sum is 49.5
// stdout: plain handler: 1
// stdout: once: handled 1, handler after it 0
// stdout: once and after: handled 1
// stdout: ignored: handler 1
// stdout: waited for 12
// expect: Snapshot 5 (signal)
// reject: Snapshot 6
#include "guest.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STACK_BYTES = 65536, HAS_RESTORER = 0x04000000 };

static char own_stack[STACK_BYTES];
static volatile int handled;
static int ends[2];

static void say(const char *title)
{
  struct sigaction now;
  sigaction(SIGUSR2, NULL, &now);
  printf("%s: handler %d, flags %x, mask %lx\n", title, now.sa_handler != SIG_DFL, now.sa_flags & ~HAS_RESTORER,
         now.sa_mask.__val[0]);
}

static void set(void (*handler)(int), int flags, int masked)
{
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
  sigemptyset(&action.sa_mask);
  if (masked)
    sigaddset(&action.sa_mask, masked);
  sigaction(SIGUSR2, &action, NULL);
}

static void tell_all(int signal, siginfo_t *info, void *context)
{
  char here;
  sigset_t blocked;
  sigprocmask(SIG_BLOCK, NULL, &blocked);
  printf("handler: signal %d, code %d, value %d, on own stack %d, blocked %d %d\n", signal, info->si_code,
         info->si_value.sival_int, &here > own_stack && &here < own_stack + STACK_BYTES, sigismember(&blocked, SIGTERM),
         sigismember(&blocked, SIGUSR2));
}

static void count(int signal)
{
  free(malloc(1337));
  handled++;
}

/* Values are in registers while the signal comes. */
static void compute(void)
{
  double sum = 0;
  for (int i = 0; i < 11; i++) {
    sum += i * 0.9;
    if (i == 5)
      raise(SIGUSR2);
  }
  printf("the sum is %.1f\n", sum);
}

static void handle(void)
{
  const stack_t stack = {.ss_sp = own_stack, .ss_size = STACK_BYTES};
  struct sigaction action = {.sa_sigaction = tell_all, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaltstack(&stack, NULL);
  sigaddset(&action.sa_mask, SIGTERM);
  sigaction(SIGUSR2, &action, NULL);
  say("handled");
  sigqueue(getpid(), SIGUSR2, (union sigval){.sival_int = 1337});
  set(count, 0, 0);
  compute();
  printf("plain handler: %d\n", handled);
}

static void handle_once(void)
{
  struct sigaction now;
  handled = 0;
  set(count, SA_RESETHAND, 0);
  raise(SIGUSR2);
  sigaction(SIGUSR2, NULL, &now);
  printf("once: handled %d, handler after it %d\n", handled, now.sa_handler != SIG_DFL);
  raise(SIGUSR2);
  printf("once and after: handled %d\n", handled);
}

static void take_without_handler(void)
{
  struct sigaction now;
  sigset_t set_of_one;
  int got = 0;
  signal(SIGUSR2, SIG_IGN);
  raise(SIGUSR2);
  sigaction(SIGUSR2, NULL, &now);
  printf("ignored: handler %d\n", now.sa_handler == SIG_IGN);
  signal(SIGUSR2, SIG_DFL);
  sigemptyset(&set_of_one);
  sigaddset(&set_of_one, SIGUSR2);
  sigprocmask(SIG_BLOCK, &set_of_one, NULL);
  raise(SIGUSR2);
  sigwait(&set_of_one, &got);
  sigprocmask(SIG_UNBLOCK, &set_of_one, NULL);
  printf("waited for %d\n", got);
}

static void *disturb(void *main_thread)
{
  usleep(20000);
  pthread_kill(*(pthread_t *)main_thread, SIGUSR2);
  usleep(20000);
  if (write(ends[1], "x", 1) != 1)
    abort();
  return NULL;
}

static volatile int is_over;

static void *disturb_often(void *main_thread)
{
  while (!is_over) {
    usleep(20000);
    pthread_kill(*(pthread_t *)main_thread, SIGHUP);
  }
  return NULL;
}

/* A call that can be restarted is, and another one is interrupted. */
static void wait_for_thread(void)
{
  pthread_t self = pthread_self(), thread;
  char byte;
  if (pipe(ends) != 0)
    abort();
  pthread_create(&thread, NULL, disturb, &self);
  printf("read %zd byte\n", read(ends[0], &byte, 1));
  pthread_join(thread, NULL);
  pthread_create(&thread, NULL, disturb_often, &self);
  const int result = pause();
  printf("pause: %d, %s\n", result, errno == EINTR ? "interrupted" : "something else");
  is_over = 1;
  pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
  setvbuf(stdout, NULL, _IOLBF, 0);
  struct sigaction now;
  sigaction(SIGUSR2, NULL, &now);
  printf("default: %d\n", now.sa_handler != SIG_DFL);
  printf("survived: %d\n", raise(SIGUSR2) == 0);
  set(SIG_DFL, SA_RESTART, SIGUSR1);
  say("set to default");
  handle();
  handle_once();
  take_without_handler();
  if (argc > 1)
    return 0;
  wait_for_thread();
  if (fork() == 0) {
    raise(SIGUSR2);
    puts("child: survived");
    return 0;
  }
  wait(NULL);
  return 0;
}
