// SPDX-License-Identifier: GPL-2.0-or-later
// The counts know which leaks the suppression files take away, and COUNT_ERRORS which errors.
// build: -Wno-free-nonheap-object
// file: both.supp
//| {
//|   the loss
//|   Memcheck:Leak
//|   match-leak-kinds: definite
//|   fun:malloc
//|   fun:lose
//| }
//| {
//|   the free
//|   Memcheck:Free
//|   fun:free
//|   fun:bad
//| }
// run: --suppressions=$WORK/both.supp
// stdout: leaked 1001 suppressed 1337 errors 1
// expect: ERROR SUMMARY: 3 errors from 3 contexts (suppressed: 3 from 3)
#include "lose.h"
#include <stdio.h>
#include <valgrind/memcheck.h>
static char output[4096];
static NOINLINE void lose_more(void)
{
  void *volatile p = malloc(1001);
  p = NULL;
}
static NOINLINE void bad(void)
{
  void *volatile p = (void *)0x539;
  free(p);
}
static NOINLINE void worse(void)
{
  void *volatile p = (void *)0x53a;
  free(p);
}
int main(void)
{
  setvbuf(stdout, output, _IOFBF, sizeof output);
  lose(1337);
  lose_more();
  bad();
  worse();
  scrub();
  int errors = VALGRIND_COUNT_ERRORS;
  VALGRIND_DO_LEAK_CHECK;
  unsigned long leaked, dubious, reachable, suppressed;
  VALGRIND_COUNT_LEAKS(leaked, dubious, reachable, suppressed);
  printf("leaked %lu suppressed %lu errors %d\n", leaked, suppressed, errors);
}
