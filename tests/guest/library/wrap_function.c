// SPDX-License-Identifier: GPL-2.0-or-later
// A program may wrap functions of its own and of libraries, by name and by pattern.
// run:
// stdout: name(1) = 11, wrapped
// stdout: pattern(2) = 22, wrapped
// stdout: pattern(3) = 23, wrapped
// stdout: atoi("4") = 4, wrapped
// reject: Invalid
#include <stdio.h>
#include <stdlib.h>
#include "guest.h"
#include <valgrind/valgrind.h>

NOINLINE int by_name(int n)
{
  return n + 10;
}

NOINLINE int by_pattern_one(int n)
{
  return n + 20;
}

NOINLINE int by_pattern_other(int n)
{
  return n + 20;
}

#define WRAPPER(soname, name, type, ...) \
  int I_WRAP_SONAME_FNNAME_ZZ(soname, name)(type argument) \
  { \
    OrigFn original; \
    unsigned long result; \
    VALGRIND_GET_ORIG_FN(original); \
    CALL_FN_W_W(result, original, argument); \
    printf(__VA_ARGS__); \
    printf(" = %d, wrapped\n", (int)result); \
    return (int)result; \
  }

WRAPPER(NONE, byZuname, int, "name(%d)", argument)
WRAPPER(NONE, byZupatternZuZa, int, "pattern(%d)", argument)
WRAPPER(libcZdsoZa, atoi, const char *, "atoi(\"%s\")", argument)

int main(void)
{
  int (*volatile function)(int) = by_name;
  function(1);
  function = by_pattern_one;
  function(2);
  function = by_pattern_other;
  function(3);
  int (*volatile number)(const char *) = atoi;
  number("4");
  return 0;
}
