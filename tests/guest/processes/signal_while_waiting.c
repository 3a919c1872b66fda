// SPDX-License-Identifier: GPL-2.0-or-later
// What is blocked in a handler that ends a wait is what was blocked during the wait; afterwards it is what was blocked
// before.
// run:
// stdout: sigsuspend: usr1 1, usr2 0, hup 1, nested 1; then usr2 1, hup 0
// stdout: ppoll: usr1 1, usr2 0, hup 1, nested 1; then usr2 1, hup 0
// stdout: pselect: usr1 1, usr2 0, hup 1, nested 1; then usr2 1, hup 0
// stdout: epoll_pwait: usr1 1, usr2 0, hup 1, nested 1; then usr2 1, hup 0
// stdout: ppoll in time: usr1 1, usr2 1, hup 0, nested 0; then usr2 1, hup 0
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// compare: no, Memcheck blocks in such handlers what was blocked before
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/select.h>

static sigset_t inside;
static int nested, depth;

static void on_second(int number)
{
  (void)number;
  nested += depth;
}

static void on_first(int number)
{
  (void)number;
  depth++;
  sigprocmask(SIG_BLOCK, NULL, &inside);
  raise(SIGUSR2);
  depth--;
}

static void tell(const char *call)
{
  sigset_t now;
  sigprocmask(SIG_BLOCK, NULL, &now);
  printf("%s: usr1 %d, usr2 %d, hup %d, nested %d; then usr2 %d, hup %d\n", call, sigismember(&inside, SIGUSR1),
         sigismember(&inside, SIGUSR2), sigismember(&inside, SIGHUP), nested, sigismember(&now, SIGUSR2),
         sigismember(&now, SIGHUP));
  nested = 0;
}

int main(void)
{
  const struct sigaction first = {.sa_handler = on_first}, second = {.sa_handler = on_second};
  const struct timespec second_long = {1, 0}, none = {0, 0};
  struct epoll_event event;
  sigset_t blocked, during, only_first;
  sigaction(SIGUSR1, &first, NULL);
  sigaction(SIGUSR2, &second, NULL);
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  only_first = blocked;
  sigaddset(&blocked, SIGUSR2);
  sigprocmask(SIG_SETMASK, &blocked, NULL);
  sigemptyset(&during);
  sigaddset(&during, SIGHUP);
  raise(SIGUSR1);
  sigsuspend(&during);
  tell("sigsuspend");
  raise(SIGUSR1);
  ppoll(NULL, 0, &second_long, &during);
  tell("ppoll");
  raise(SIGUSR1);
  pselect(0, NULL, NULL, NULL, &second_long, &during);
  tell("pselect");
  raise(SIGUSR1);
  epoll_pwait(epoll_create1(0), &event, 1, 1000, &during);
  tell("epoll_pwait");
  // A wait that no signal ends leaves nothing behind.
  ppoll(NULL, 0, &none, &during);
  raise(SIGUSR1);
  sigprocmask(SIG_UNBLOCK, &only_first, NULL);
  sigprocmask(SIG_SETMASK, &blocked, NULL);
  tell("ppoll in time");
  return 0;
}
