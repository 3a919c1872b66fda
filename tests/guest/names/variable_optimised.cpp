// SPDX-License-Identifier: GPL-2.0-or-later
// Variables of optimised code, in inlined functions and without a frame pointer; members of base classes.
// build: -O2
// run: --read-var-info=yes
// only: seep
// expect: /^Location 0x.* is 1 byte inside all\[1\]\.weight,$/
// next: declared at variable_optimised.cpp:@ALL, in frame #1 of thread 1
// expect: /^Location 0x.* is 0 bytes inside scratch\[5\],$/
// next: declared at variable_optimised.cpp:@SCRATCH, in frame #1 of thread 1
// expect: /^Location 0x.* is 0 bytes inside counter\[3\],$/
// next: a global variable declared at variable_optimised.cpp:@COUNTER
// expect: /^Location 0x.* is 0 bytes inside below\[7\],$/
// next: declared at variable_optimised.cpp:@BELOW, in frame #0 of thread 1
#include "guest.h"
#include <valgrind/memcheck.h>
struct base {
  long number;
  short weight;
};
struct derived : base {
  char name[9];
};
namespace space {
int counter[7]; // @COUNTER
}
extern "C" NOINLINE void look_at(volatile void *p)
{
  VALGRIND_MAKE_MEM_NOACCESS(p, 1);
  VALGRIND_CHECK_MEM_IS_ADDRESSABLE(p, 1);
  VALGRIND_MAKE_MEM_DEFINED(p, 1);
}
static inline __attribute__((always_inline)) void work(void)
{
  volatile char scratch[8] = {0}; // @SCRATCH
  look_at(&scratch[5]);
}
// Its frame is below the stack pointer.
static NOINLINE int leaf(int argument)
{
  volatile char below[24];        // @BELOW
  for (int i = 0; i < 24; i++)
    below[i] = (char)argument;
  VALGRIND_MAKE_MEM_NOACCESS(&below[7], 1);
  VALGRIND_CHECK_MEM_IS_ADDRESSABLE(&below[7], 1);
  VALGRIND_MAKE_MEM_DEFINED(&below[7], 1);
  return below[3];
}
int main()
{
  volatile derived all[3] = {};   // @ALL
  look_at((volatile char *)&all[1].weight + 1);
  work();
  look_at(&space::counter[3]);
  return leaf(0);
}
