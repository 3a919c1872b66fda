// SPDX-License-Identifier: GPL-2.0-or-later
// What a handler blocks: the signals of its mask, also if its own signal may interrupt it; and all is as before when it
// returns.
// run:
// stdout: usr1 0, usr2 1, term 1, hup 0; then usr2 0, term 1
// stdout: interrupted 2 times at once
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// compare: no, Memcheck forgets the mask of such a handler
#include <signal.h>
#include <stdio.h>

static sigset_t inside;
static int depth, deepest, others;

static int has(const sigset_t *set, int number)
{
  return sigismember(set, number);
}

static void on_other(int number)
{
  (void)number;
  others++;
}

static void on_signal(int number)
{
  if (++depth == 1) {
    sigprocmask(SIG_BLOCK, NULL, &inside);
    raise(SIGUSR2);
    if (others == 0)
      raise(number);
  }
  deepest = depth > deepest ? depth : deepest;
  depth--;
}

int main(void)
{
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_NODEFER}, other = {.sa_handler = on_other};
  sigset_t blocked, after;
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGUSR2);
  sigaction(SIGUSR1, &action, NULL);
  sigaction(SIGUSR2, &other, NULL);
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  sigprocmask(SIG_SETMASK, &blocked, NULL);
  raise(SIGUSR1);
  sigprocmask(SIG_BLOCK, NULL, &after);
  printf("usr1 %d, usr2 %d, term %d, hup %d; then usr2 %d, term %d\n", has(&inside, SIGUSR1), has(&inside, SIGUSR2),
         has(&inside, SIGTERM), has(&inside, SIGHUP), has(&after, SIGUSR2), has(&after, SIGTERM));
  printf("interrupted %d times at once\n", deepest);
  return others != 1;
}
