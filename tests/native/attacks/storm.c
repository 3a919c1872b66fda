// SPDX-License-Identifier: GPL-2.0-or-later
// storm THREADS ROUNDS: threads allocate, resize and free, and find what they have put into their blocks, while signals
// come every few microseconds, from a timer and from a thread that sends them without a pause.
#include "attack.h"
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>

enum { THREADS_MAX = 64, HELD = 50, SHARE_LOST = 64 };

static pthread_t threads[THREADS_MAX];
static int thread_count, rounds;
static _Atomic int is_over, wrong, ended;

static void on_signal(int number)
{
  (void)number;
}

static int is_whole(const unsigned char *block, unsigned bytes, unsigned char mark)
{
  return block[0] == mark && block[bytes - 1] == mark;
}

static void *work(void *number)
{
  struct {
    unsigned char *start, mark;
    unsigned bytes;
  } held[HELD] = {0};
  unsigned seed = (unsigned)(size_t)number;
  for (int round = 0; round < rounds; round++) {
    const unsigned i = draw(&seed, HELD), bytes = 1 + draw(&seed, 3000);
    if (held[i].start)
      wrong += !is_whole(held[i].start, held[i].bytes, held[i].mark);
    if (held[i].start && bytes % 3 != 0) {
      free(held[i].start);
      held[i].start = NULL;
      continue;
    }
    held[i].start = realloc(held[i].start, bytes);
    held[i].bytes = bytes;
    held[i].mark = (unsigned char)round;
    memset(held[i].start, held[i].mark, bytes);
    if (round % SHARE_LOST == 0)
      lose(1 + bytes % 99);
  }
  for (int i = 0; i < HELD; i++)
    free(held[i].start);
  ended++;
  return NULL;
}

static void *shoot(void *unused)
{
  for (unsigned i = 0; !is_over; i++) {
    pthread_kill(threads[i % (unsigned)thread_count], SIGUSR1);
    if (i % 4 == 0)
      usleep(5);
  }
  return unused;
}

int main(int count, char **arguments)
{
  const struct itimerval often = {{0, 20}, {0, 20}}, never = {{0, 0}, {0, 0}};
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  pthread_t shooter;
  thread_count = number_of(count, arguments, 1);
  rounds = number_of(count, arguments, 2);
  sigaction(SIGUSR1, &action, NULL);
  sigaction(SIGALRM, &action, NULL);
  for (size_t i = 0; i < (size_t)thread_count; i++)
    pthread_create(&threads[i], NULL, work, (void *)(i + 1));
  setitimer(ITIMER_REAL, &often, NULL);
  pthread_create(&shooter, NULL, shoot, NULL);
  while (ended < thread_count)
    usleep(1000);
  is_over = 1;
  pthread_join(shooter, NULL);
  setitimer(ITIMER_REAL, &never, NULL);
  for (int i = 0; i < thread_count; i++)
    pthread_join(threads[i], NULL);
  printf("%d wrong\n", wrong);
  tell();
  forget();
  return 4;
}
