// SPDX-License-Identifier: GPL-2.0-or-later
// A stack for handlers of signals is kept by the kernel: a block that is one is not lost, though the program has no
// pointer to it any more. While a handler runs there, only that stack has a dead part, and not what lies below it in
// the same mapping.
// compare: no, Memcheck does not know what the kernel keeps
// build: -pthread
// run: --show-leak-kinds=all
// expect: 65,536 bytes in 1 blocks are still reachable
// expect: definitely lost: 0 bytes in 0 blocks
// expect: still reachable:
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { BYTES = 65536 };

static void on_signal(int signal)
{
  exit(0);
}

static void *run(void *mapping)
{
  const stack_t stack = {.ss_sp = (char *)mapping + BYTES, .ss_size = BYTES};
  const struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
  *(void **)mapping = malloc(1337);
  sigaltstack(&stack, NULL);
  sigaction(SIGUSR1, &action, NULL);
  pthread_kill(pthread_self(), SIGUSR1);
  return NULL;
}

static void use_block(void)
{
  stack_t stack = {.ss_sp = malloc(BYTES), .ss_size = BYTES};
  sigaltstack(&stack, NULL);
}

static void clear(void)
{
  volatile char room[4096];
  for (unsigned i = 0; i < sizeof room; i++)
    room[i] = 0;
}

int main(void)
{
  pthread_t thread;
  pthread_attr_t attributes;
  void *const own = mmap(NULL, 4 * BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  void *const above = mmap(NULL, 2 * BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  use_block();
  clear();
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, own < above ? own : above, 2 * BYTES);
  pthread_create(&thread, &attributes, run, own < above ? above : own);
  pause();
  return 1;
}
