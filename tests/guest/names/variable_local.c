// SPDX-License-Identifier: GPL-2.0-or-later
// An address on the stack is described by variable, member and element; with Memcheck's defaults only when asked.
// run: --read-var-info=yes
// expect: /^Location 0x.* is 2 bytes inside local var "number"$/
// next: declared at variable_local.c:@NUMBER, in frame #1 of thread 1
// expect: /^Location 0x.* is 1 byte inside a\[3\]\.xyzzy\[21\]\.c2,$/
// next: declared at variable_local.c:@ARRAY, in frame #1 of thread 1
// expect: /^Location 0x.* is 3 bytes inside outer\.in\.d,$/
// next: declared at variable_local.c:@OUTER, in frame #1 of thread 1
// expect: /^Location 0x.* is 5 bytes inside local var "either"$/
// next: declared at variable_local.c:@EITHER, in frame #1 of thread 1
// expect: /^Location 0x.* is 0 bytes inside word\[7\],$/
// next: declared at variable_local.c:@INNER, in frame #1 of thread 1
// expect: /^Location 0x.* is 0 bytes inside local var "sixth"$/
// next: declared at variable_local.c:@SIXTH, in frame #2 of thread 1
// expect: /^Location 0x.* is 3 bytes inside local var "ninth"$/
// next: declared at variable_local.c:@NINTH, in frame #1 of thread 1
// run:
// only: seep
// expect: inside local var "number"
// run: --personality=memcheck
// only: seep
// expect: on thread 1's stack
// reject: Location
#include "guest.h"
#include <valgrind/memcheck.h>
static NOINLINE void look_at(const volatile void *p)
{
  VALGRIND_MAKE_MEM_NOACCESS(p, 1);
  VALGRIND_CHECK_MEM_IS_ADDRESSABLE(p, 1);
  VALGRIND_MAKE_MEM_DEFINED(p, 1);
}
struct part {
  int c1;
  short c2;
};
struct whole {
  char tag;
  struct part xyzzy[30];
};
struct outer {
  long first;
  struct {
    char c;
    double d;
  } in;
};
static NOINLINE void look_at_arguments(int a, int b, int c, int d, int e, int f, int g, int h,
                                       long ninth) // @NINTH
{
  look_at((char *)&ninth + 3);
}
static NOINLINE void pass(const volatile void *p)
{
  look_at(p);
}
int main(void)
{
  volatile int number = 1;    // @NUMBER
  struct whole a[5] = {{0}};  // @ARRAY
  struct outer outer = {0};   // @OUTER
  union {
    int i;
    char c[8];
  } either = {0};             // @EITHER
  look_at((volatile char *)&number + 2);
  look_at((char *)&a[3].xyzzy[21].c2 + 1);
  look_at((char *)&outer.in.d + 3);
  look_at(&either.c[5]);
  {
    char word[9] = "";        // @INNER
    {
      volatile char word = 0; // of the same name
      (void)word;
    }
    look_at(&word[7]);
  }
  volatile char sixth = 0;    // @SIXTH
  pass(&sixth);
  look_at_arguments(1, 2, 3, 4, 5, 6, 7, 8, 9);
}
