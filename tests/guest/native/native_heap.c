// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks --snapshot=exit: what holds blocks is told by name: a global variable, one of a function that runs in
// another thread, thread-local storage of either thread; lost blocks have their verdicts. See native_heap_questions.sh.
// compare: no, it is Seep's own
// build: -pthread
// run: --checks=leaks --snapshot=exit
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: Snapshot 1 (exit): 106 blocks
#include "lose.h"
#include <pthread.h>
#include <unistd.h>

struct node {
  struct node *next;
  char name[40];
};

static struct node *g_list;
static __thread void *t_kept;
static pthread_barrier_t barrier;

static NOINLINE struct node *new_node(void)
{
  struct node *node = malloc(sizeof *node);
  node->next = g_list;
  for (int i = 0; i < 40; i++)
    node->name[i] = "a name that is thirty-nine letters long"[i];
  return node;
}

static void *work(void *unused)
{
  void *local = malloc(777);
  t_kept = malloc(555);
  pthread_barrier_wait(&barrier);
  for (;;)
    pause();
  return local;
}

int main(void)
{
  pthread_t thread;
  for (int i = 0; i < 101; i++)
    g_list = new_node();
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, work, NULL);
  pthread_barrier_wait(&barrier);
  t_kept = malloc(333);
  lose(1337);
  scrub();
  return 0;
}
