// SPDX-License-Identifier: GPL-2.0-or-later
// Conditions that a program checks by itself; those that do not hold are printed, and counted.
#ifndef SEEP_TESTS_GUEST_EXPECT_H
#define SEEP_TESTS_GUEST_EXPECT_H
#include <stdio.h>

static int failures;

static inline void expect(int holds, int line, const char *condition)
{
  if (holds)
    return;
  failures++;
  printf("line %d: not %s\n", line, condition);
}
#define EXPECT(condition) expect((condition) != 0, __LINE__, #condition)
#endif
