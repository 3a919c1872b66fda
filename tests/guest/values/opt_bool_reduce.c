// SPDX-License-Identifier: GPL-2.0-or-later
// All and any over arrays of booleans, vectorised or not.
// build: -O3 -march=haswell
// again: clang clang -gdwarf-4
// run:
// stdout: 1 0 25
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "undefined.h"
#include <stdbool.h>
#include <stdio.h>
static NOINLINE bool all(const bool *p, int count)
{
  bool result = true;
  for (int i = 0; i < count; i++)
    result &= p[i];
  return result;
}
static NOINLINE bool any(const bool *p, int count)
{
  for (int i = 0; i < count; i++)
    if (p[i])
      return true;
  return false;
}
static NOINLINE int count_of(const bool *p, int count)
{
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum += p[i];
  return sum;
}
int main(void)
{
  bool *p = undefined(100);
  for (int i = 0; i < 50; i++) {
    p[i] = i < 25;
    p[50 + i / 2] = false;
  }
  int found = all(p, 25), none = any(p + 25, 40), number = count_of(p, 70);
  if (found && !none && number > 3)
    printf("%d %d %d\n", found, none, number);
}
