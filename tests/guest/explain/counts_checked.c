// SPDX-License-Identifier: GPL-2.0-or-later
// Words that are followed, pointers as well as counts, are defined when the program asks.
// needs: seep
// run: --explain=all
// stdout: 0 0 1
// expect: Uninitialised byte(s) found during client check request
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include "guest.h"
#include <stdio.h>
#include <stdlib.h>
#include <valgrind/memcheck.h>
struct obj {
  long refs;
  struct obj *other;
  long unset;
};
int main(void)
{
  struct obj *const one = malloc(sizeof *one), *const other = malloc(sizeof *other);
  one->refs = other->refs = 1;
  one->other = other;
  other->other = one;
  one->refs++;
  const int of_count = VALGRIND_CHECK_MEM_IS_DEFINED(&one->refs, sizeof one->refs) != 0;
  const int of_pointer = VALGRIND_CHECK_MEM_IS_DEFINED(&one->other, sizeof one->other) != 0;
  const int of_all = VALGRIND_CHECK_MEM_IS_DEFINED(one, sizeof *one) == (unsigned long)&one->unset;
  printf("%d %d %d\n", of_count, of_pointer, of_all);
  free(one);
  free(other);
  return 0;
}
