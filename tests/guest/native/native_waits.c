// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: a program whose threads wait in every way there is, and of which snapshots are asked meanwhile, does
// not notice: no call returns early or EINTR, none waits for longer, and the program's own signals are not lost. See
// native_asked.sh.
// compare: no, it is Seep's own
// build: -pthread
// run: --checks=leaks
// stdout: ready
// stdout: 22 waits, 0 wrong; 2 signals
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* Threads may begin a while after main() has. */
enum { MS = 1500, LATER_MS = 500, LATER = MS, SLACK_MS = 20000 /* a busy machine is no failure */ };

static volatile sig_atomic_t signals;
static int ready_pipe[2], read_pipe[2], wrong, waits;
static sem_t semaphore;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void on_signal(int number)
{
  signals++;
}

static long now_ms(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void check(const char *what, int is_right, long began_ms, long ms)
{
  const int error = errno;
  const long gone_ms = now_ms() - began_ms;
  const int is_in_time = gone_ms >= ms - 2 && gone_ms < ms + SLACK_MS;
  pthread_mutex_lock(&lock);
  waits++;
  if (!is_right || !is_in_time) {
    printf("%s: %s, errno %d, after %ld ms\n", what, is_right ? "right" : "wrong", error, gone_ms);
    wrong++;
  }
  pthread_mutex_unlock(&lock);
}

static struct timespec span(void)
{
  return (struct timespec){MS / 1000, MS % 1000 * 1000000};
}

static struct timespec moment(clockid_t clock)
{
  struct timespec at;
  clock_gettime(clock, &at);
  at.tv_sec += MS / 1000;
  at.tv_nsec += MS % 1000 * 1000000;
  if (at.tv_nsec >= 1000000000) {
    at.tv_nsec -= 1000000000;
    at.tv_sec++;
  }
  return at;
}

#define WAIT(name, ms, prepare, is_right)       \
  static void *wait_##name(void *unused)        \
  {                                             \
    const long began_ms = now_ms();             \
    prepare;                                    \
    check(#name, is_right, began_ms, ms);       \
    return unused;                              \
  }

static int epoll_of(int fd)
{
  struct epoll_event event = {.events = EPOLLIN};
  const int epoll = epoll_create1(0);
  if (fd >= 0)
    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
  return epoll;
}

static int times_out(int result, int error)
{
  return result == -1 && errno == error;
}

/* What is left to sleep fits what has gone, however late main() comes to its signal. */
static int is_interrupted_with_rest(void)
{
  enum { LONG_MS = 60000, BUSY_MS = 1000 };
  struct timespec rest = {LONG_MS / 1000, 0};
  const long began_ms = now_ms();
  if (!times_out(nanosleep(&rest, &rest), EINTR))
    return 0;
  const long rest_ms = rest.tv_sec * 1000 + rest.tv_nsec / 1000000;
  const long wanted_ms = LONG_MS - (now_ms() - began_ms);
  errno = EINTR;
  return rest_ms >= wanted_ms - 2 && rest_ms < wanted_ms + BUSY_MS;
}

static struct pollfd to_read(int fd)
{
  return (struct pollfd){.fd = fd, .events = POLLIN};
}

WAIT(nanosleep, MS, struct timespec t = span(), nanosleep(&t, NULL) == 0)
WAIT(nanosleep_rest, MS, struct timespec t = span(), nanosleep(&t, &t) == 0)
WAIT(sleep, 2000, , sleep(2) == 0)
WAIT(usleep, MS, , usleep(MS * 1000) == 0)
WAIT(until, MS, struct timespec t = moment(CLOCK_MONOTONIC),
     clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == 0)
WAIT(poll, MS, , poll(NULL, 0, MS) == 0)
WAIT(poll_for_ever, LATER, struct pollfd fd = to_read(ready_pipe[0]), poll(&fd, 1, -1) == 1)
WAIT(ppoll, MS, struct timespec t = span(), ppoll(NULL, 0, &t, NULL) == 0)
WAIT(select, MS, struct timeval t; t.tv_sec = MS / 1000; t.tv_usec = MS % 1000 * 1000,
     select(0, NULL, NULL, NULL, &t) == 0 && t.tv_sec == 0 && t.tv_usec == 0)
WAIT(pselect, MS, struct timespec t = span(); sigset_t none; sigemptyset(&none),
     pselect(0, NULL, NULL, NULL, &t, &none) == 0)
WAIT(epoll, MS, struct epoll_event event, epoll_wait(epoll_of(-1), &event, 1, MS) == 0)
WAIT(epoll_for_ever, LATER, struct epoll_event event, epoll_wait(epoll_of(ready_pipe[0]), &event, 1, -1) == 1)
WAIT(epoll_pwait, MS, struct epoll_event event; sigset_t none; sigemptyset(&none),
     epoll_pwait(epoll_of(-1), &event, 1, MS, &none) == 0)
WAIT(read, LATER, char c, read(read_pipe[0], &c, 1) == 1)
WAIT(sem_timedwait, MS, struct timespec t = moment(CLOCK_REALTIME); sem_t never; sem_init(&never, 0, 0),
     times_out(sem_timedwait(&never, &t), ETIMEDOUT))
WAIT(sem_wait, LATER, , sem_wait(&semaphore) == 0)
WAIT(sigtimedwait, MS, struct timespec t = span(); sigset_t set; sigemptyset(&set); sigaddset(&set, SIGUSR1);
     pthread_sigmask(SIG_BLOCK, &set, NULL), times_out(sigtimedwait(&set, NULL, &t), EAGAIN))
WAIT(pause, LATER, , times_out(pause(), EINTR))
WAIT(interrupted, LATER, , is_interrupted_with_rest())
WAIT(everything_blocked, MS, sigset_t all; sigfillset(&all); pthread_sigmask(SIG_BLOCK, &all, NULL),
     usleep(MS * 1000) == 0)

int main(void)
{
  void *(*const functions[])(void *) = {
    wait_nanosleep, wait_nanosleep_rest, wait_sleep, wait_usleep, wait_until, wait_poll, wait_poll_for_ever, wait_ppoll,
    wait_select, wait_pselect, wait_epoll, wait_epoll_for_ever, wait_epoll_pwait, wait_read, wait_sem_timedwait,
    wait_sem_wait, wait_sigtimedwait, wait_everything_blocked, wait_pause, wait_interrupted};
  enum { COUNT = sizeof functions / sizeof *functions };
  const struct sigaction action = {.sa_handler = on_signal};
  pthread_t threads[COUNT];
  sigaction(SIGUSR2, &action, NULL);
  if (pipe(ready_pipe) != 0 || pipe(read_pipe) != 0 || sem_init(&semaphore, 0, 0) != 0)
    return 2;
  for (int i = 0; i < COUNT; i++)
    pthread_create(&threads[i], NULL, functions[i], NULL);
  puts("ready");
  fflush(stdout);
  wait_poll(NULL);
  const long began_ms = now_ms();
  check("usleep of main()", usleep(LATER_MS * 1000) == 0, began_ms, LATER_MS);
  pthread_kill(threads[COUNT - 1], SIGUSR2);
  pthread_kill(threads[COUNT - 2], SIGUSR2);
  if (write(ready_pipe[1], "x", 1) != 1 || write(read_pipe[1], "x", 1) != 1 || sem_post(&semaphore) != 0)
    return 2;
  for (int i = 0; i < COUNT; i++)
    pthread_join(threads[i], NULL);
  printf("%d waits, %d wrong; %d signals\n", waits, wrong, (int)signals);
  return 0;
}
