/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions that lose a block or use a freed one, for tests of every framework. Each is a place of its own, so that the
 * comment at the top of a program can say which tests must be named for it: "expect: PLACE: TEST | TEST", or "-" for
 * the program itself. */
#ifndef SEEP_TESTS_INTEGRATIONS_FRAMEWORKS_LOSERS_H
#define SEEP_TESTS_INTEGRATIONS_FRAMEWORKS_LOSERS_H

#include <pthread.h>
#include <stdlib.h>

static void *volatile kept;

/* Of a size of its own, or the compiler makes one function of all. */
#define LOSER(name)                                             \
  static __attribute__((noinline, unused)) void name(void)      \
  {                                                             \
    kept = malloc(1337 + __COUNTER__);                          \
    kept = NULL;                                                \
  }

LOSER(by_one)
LOSER(by_two)       /* by two tests */
LOSER(by_row)       /* by one of many cases of one function */
LOSER(by_another)   /* by a test that calls the function of another one */
LOSER(by_fixture)   /* while a test is set up */
LOSER(by_fixture_end)
LOSER(by_static)    /* when a static is initialised, in the first test that needs it */
LOSER(by_thread)    /* in a thread that a test has started */
LOSER(by_nested)    /* in a section of a section */
LOSER(by_main)      /* before and after all tests */

static __attribute__((noinline, unused)) void use_freed(void)
{
  char *volatile block = (char *)malloc(77);
  free(block);
  kept = (void *)(size_t)*(volatile char *)block;
  kept = NULL;
}

static void *thread_body(void *nothing)
{
  (void)nothing;
  by_thread();
  return NULL;
}

static __attribute__((noinline, unused)) void start_thread_that_loses(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, thread_body, NULL);
  pthread_join(thread, NULL);
}

#ifdef __cplusplus
static int once()
{
  by_static();
  return 1;
}

/* Initialises a static in whatever test calls it first. */
static __attribute__((unused)) int get()
{
  static int value = once();
  return value;
}
#endif

#endif
