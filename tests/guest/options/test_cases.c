// SPDX-License-Identifier: GPL-2.0-or-later
// Findings name the test case that ran. This program has the functions by which the tool knows the tests of Check, and
// calls them in good order and in bad; and it sets the variable by which it knows those of pytest.
// needs: seep
// compare: no, Memcheck knows no tests
// build: -pthread
// again: optimised -O2
// run: --style=people -v
// only: seep
// expect: error: use after free
// expect: note: in test t0
// expect: leak: 12 bytes
// expect: note: allocated in test late
// expect: leak: 13 bytes
// expect: note: allocated in test late
// expect: leak: 16 bytes
// expect: note: allocated in test second
// expect: leak: 19 bytes
// expect: note: allocated in test "dir/x.py::test_y[a (b)]"
// expect: leak: 21 bytes
// expect: /note: allocated in test line.*fake/
// expect: leak: 150 bytes in 2 blocks
// expect: note: allocated in test second, and outside of tests
// expect: leak: 220 bytes in 10 blocks
// expect: note: allocated in tests t0, t1, t2 and 2 more
// reject: /note: .*wrong/
// reject: /^ *fake/
// run: --leak-check=full
// only: seep
// reject: note:
// expect: Where most is lost:
// next: 220 bytes in 10 blocks definitely lost: one_place_in_five_tests
// next: /^ *in tests t0, t1, t2 and 2 more$/
// next: 150 bytes in 2 blocks definitely lost: lose_75
// next: in test second, and outside of tests
// run: --style=people --trace-children=yes --translation-cache=no -q -- forks
// only: seep
// expect: leak: 31 bytes
// expect: note: allocated in test in_parent
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define FRAMEWORK __attribute__((noipa))

void FRAMEWORK log_test_start(void *runner, void *tcase, void *test)
{
  __asm__ volatile("" ::"r"(runner), "r"(tcase), "r"(test));
}

void FRAMEWORK tcase_fn_start(const char *name, const char *file, int line)
{
  __asm__ volatile("" ::"r"(name), "r"(file), "r"(line));
}

void FRAMEWORK log_test_end(void *runner, void *result)
{
  __asm__ volatile("" ::"r"(runner), "r"(result));
}

static void *volatile kept;
#define LOSE(bytes) (kept = malloc(bytes), kept = NULL)

static void begin(const char *name)
{
  log_test_start(NULL, NULL, NULL);
  tcase_fn_start(name, __FILE__, __LINE__);
}

static void *other_thread(void *nothing)
{
  LOSE(17);
  return nothing;
}

static __attribute__((noipa)) void lose_75(void)
{
  LOSE(75);
}

static void one_test_after_another(void)
{
  LOSE(11);
  log_test_start(NULL, NULL, NULL);
  LOSE(12);
  tcase_fn_start("late", __FILE__, __LINE__);
  LOSE(13);
  log_test_end(NULL, NULL);
  LOSE(14);
  begin(NULL); /* it never gets a name */
  LOSE(15);
  begin("second"); /* though the one before has not ended */
  tcase_fn_start("wrong", __FILE__, __LINE__);
  LOSE(16);
  lose_75();
  pthread_t thread;
  pthread_create(&thread, NULL, other_thread, NULL);
  pthread_join(thread, NULL);
  log_test_end(NULL, NULL);
  tcase_fn_start("wrong", __FILE__, __LINE__);
  LOSE(18);
  lose_75();
  begin("line\nfake"); /* which must not begin a line of the report */
  LOSE(21);
  log_test_end(NULL, NULL);
}

static void with_a_variable(void)
{
  setenv("PYTEST_CURRENT_TEST", "dir/x.py::test_y[a (b)] (call)", 1);
  setenv("OTHER", "wrong (call)", 1);
  LOSE(19);
  unsetenv("PYTEST_CURRENT_TEST");
  LOSE(20);
}

static void one_place_in_five_tests(void)
{
  char name[8];
  for (int i = 0; i < 10; i++) { /* each runs twice */
    snprintf(name, sizeof name, "t%d", i % 5);
    begin(name);
    char *volatile block = malloc(77);
    free(block);
    kept = (void *)(long)*(volatile char *)block;
    LOSE(22);
    log_test_end(NULL, NULL);
  }
}

static void fork_in_a_test(void)
{
  begin("in_parent");
  if (fork() == 0) {
    LOSE(31);
    _exit(0);
  }
  wait(NULL);
  log_test_end(NULL, NULL);
}

int main(int argc, char **argv)
{
  (void)argv;
  if (argc > 1) {
    fork_in_a_test();
    return 0;
  }
  one_test_after_another();
  with_a_variable();
  one_place_in_five_tests();
  return 0;
}
