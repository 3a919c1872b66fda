// SPDX-License-Identifier: GPL-2.0-or-later
// The last signal, which the core uses for itself, can be caught, blocked, waited for and queued like others. Threads
// that block every signal while they wait still end with their process.
// compare: no, Memcheck lets no program have it
// run: -q
// build: -pthread
// stdout: caught 3, value 1337, old action kept, once 1
// stdout: blocked: 1 pending, 0 caught, then 2, in order 1, mask 1
// stdout: waited for: 64 with 7331
// stdout: ends a wait: -1, 1 caught; ignored: no end 0
// stdout: read goes on: 4 bytes, 1 caught
// stdout: illegal instruction is pending 1, was caught 0, then 1
// stdout: ended
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LAST = 64 };

static volatile sig_atomic_t caught, value, order, illegal;

static void on_last(int signal, siginfo_t *info, void *context)
{
  caught += signal == LAST;
  if (info->si_code == SI_QUEUE) {
    order = order * 10 + info->si_value.sival_int;
    value = info->si_value.sival_int;
  }
}

static void on_illegal(int signal)
{
  illegal++;
}

static void set(int flags)
{
  struct sigaction action = {.sa_sigaction = on_last, .sa_flags = SA_SIGINFO | flags};
  sigaddset(&action.sa_mask, SIGUSR1);
  sigaction(LAST, &action, NULL);
}

static void queue(int number)
{
  sigqueue(getpid(), LAST, (union sigval){.sival_int = number});
}

static void catch(void)
{
  struct sigaction old;
  set(0);
  kill(getpid(), LAST);
  raise(LAST);
  queue(1337);
  sigaction(LAST, NULL, &old);
  const int is_kept = old.sa_sigaction == on_last && old.sa_flags & SA_SIGINFO && sigismember(&old.sa_mask, SIGUSR1);
  printf("caught %d, value %d, old action %s", caught, value, is_kept ? "kept" : "lost");
  set(SA_RESETHAND);
  syscall(SYS_tgkill, getpid(), gettid(), LAST);
  sigaction(LAST, NULL, &old);
  printf(", once %d\n", caught == 4 && old.sa_handler == SIG_DFL);
}

static void block(void)
{
  sigset_t last, pending, mask;
  set(0);
  caught = order = 0;
  sigemptyset(&last);
  sigaddset(&last, LAST);
  sigprocmask(SIG_BLOCK, &last, NULL);
  queue(1);
  queue(2);
  usleep(1337);
  sigpending(&pending);
  sigprocmask(SIG_BLOCK, NULL, &mask);
  printf("blocked: %d pending, %d caught", sigismember(&pending, LAST), caught);
  sigprocmask(SIG_UNBLOCK, &last, NULL);
  printf(", then %d, in order %d, mask %d\n", caught, order == 12, sigismember(&mask, LAST));
}

static void wait_for(void)
{
  sigset_t last;
  siginfo_t info;
  sigemptyset(&last);
  sigaddset(&last, LAST);
  sigprocmask(SIG_BLOCK, &last, NULL);
  queue(7331);
  const int got = sigwaitinfo(&last, &info);
  printf("waited for: %d with %d\n", got, info.si_value.sival_int);
  sigprocmask(SIG_UNBLOCK, &last, NULL);
}

/* A child sends it to a parent that waits. */
static pid_t sender(int signal, int bytes_to)
{
  const pid_t parent = getpid(), child = fork();
  if (child != 0)
    return child;
  usleep(80000);
  kill(parent, signal);
  usleep(80000);
  if (bytes_to >= 0 && write(bytes_to, "1337", 4) != 4)
    _exit(1);
  _exit(0);
}

static void end_waits(void)
{
  sigset_t all_but;
  caught = 0;
  sigfillset(&all_but);
  sigdelset(&all_but, LAST);
  pid_t child = sender(LAST, -1);
  const int result = sigsuspend(&all_but);
  printf("ends a wait: %d, %d caught", result, caught);
  waitpid(child, NULL, 0);
  signal(LAST, SIG_IGN);
  child = sender(LAST, -1);
  printf("; ignored: no end %d\n", poll(NULL, 0, 250));
  waitpid(child, NULL, 0);
  int ends[2];
  char bytes[8];
  if (pipe(ends) != 0)
    return;
  set(SA_RESTART);
  child = sender(LAST, ends[1]);
  const ssize_t got = read(ends[0], bytes, sizeof bytes);
  printf("read goes on: %d bytes, %d caught\n", (int)got, caught - 1);
  waitpid(child, NULL, 0);
}

/* The core wakes its threads by this one. */
static void block_illegal(void)
{
  sigset_t set, pending;
  signal(SIGILL, on_illegal);
  sigemptyset(&set);
  sigaddset(&set, SIGILL);
  sigprocmask(SIG_BLOCK, &set, NULL);
  const pid_t child = sender(SIGILL, -1);
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
    ;
  sigpending(&pending);
  printf("illegal instruction is pending %d, was caught %d", sigismember(&pending, SIGILL), illegal);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  printf(", then %d\n", illegal);
}

static void *wait_for_ever(void *how)
{
  const uint64_t all = ~UINT64_C(0);
  struct epoll_event event;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, NULL, sizeof all);
  switch ((intptr_t)how) {
  case 0:
    return (void *)(intptr_t)pause();
  case 1:
    return (void *)syscall(SYS_rt_sigsuspend, &all, sizeof all);
  case 2:
    return (void *)syscall(SYS_ppoll, NULL, 0, NULL, &all, sizeof all);
  case 3:
    return (void *)syscall(SYS_epoll_pwait, epoll_create1(0), &event, 1, -1, &all, sizeof all);
  default:
    return (void *)syscall(SYS_pselect6, 0, NULL, NULL, NULL, NULL, (const void *[]){&all, (void *)sizeof all});
  }
}

int main(void)
{
  catch ();
  block();
  wait_for();
  end_waits();
  block_illegal();
  for (intptr_t how = 0; how < 5; how++) {
    pthread_t thread;
    pthread_create(&thread, NULL, wait_for_ever, (void *)how);
    pthread_detach(thread);
  }
  usleep(80000);
  puts("ended");
  return 0;
}
