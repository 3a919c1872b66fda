// SPDX-License-Identifier: GPL-2.0-or-later
// blocked THREADS: each thread has blocked all signals, those of the C library too, by a system call of its own making,
// and sits in the kernel or computes until the process ends. The only pointers to its blocks are on its stack or in a
// register.
#include "attack.h"
#include <pthread.h>
#include <sys/syscall.h>

static pthread_barrier_t barrier;

static void block_all(void)
{
  const unsigned long all = ~0ul;
  syscall(SYS_rt_sigprocmask, 0, &all, NULL, sizeof all);
}

static void *work(void *number)
{
  char *block = malloc(555);
  block_all();
  pthread_barrier_wait(&barrier);
  if ((size_t)number % 2 == 0)
    for (;;)
      __asm__ volatile("" : "+r"(block));
  for (;;) {
    sleep(1000);
    __asm__ volatile("" : "+r"(block));
  }
  return block;
}

int main(int count, char **arguments)
{
  const int threads = number_of(count, arguments, 1);
  pthread_barrier_init(&barrier, NULL, (unsigned)threads + 1);
  for (size_t i = 0; i < (size_t)threads; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, (void *)i);
  }
  pthread_barrier_wait(&barrier);
  block_all();
  lose(1337);
  puts("blocked");
  tell();
  forget();
  return 0;
}
