// SPDX-License-Identifier: GPL-2.0-or-later
// An address in a module's data is described by variable, member and element.
// run: --read-var-info=yes
// expect: /^Location 0x.* is 3 bytes inside global var "number"$/
// next: declared at variable_global.c:@NUMBER
// expect: /^Location 0x.* is 1 byte inside table\[4\]\.value,$/
// next: a global variable declared at variable_global.c:@TABLE
// expect: /^Location 0x.* is 0 bytes inside zeros\[1336\],$/
// next: a global variable declared at variable_global.c:@ZEROS
// run: --read-var-info=yes
// only: seep
// expect: /^Location 0x.* is 2 bytes inside grid\[2\]\[3\],$/
// next: a global variable declared at variable_global.c:@GRID
// expect: /^Location 0x.* is 0 bytes inside static var "once"$/
// next: declared at variable_global.c:@ONCE, in main
// expect: /^Location 0x.* is 1 byte inside bits\.middle,$/
// run: --personality=memcheck --read-var-info=yes
// only: seep
// expect: data symbol "once.
#include "guest.h"
#include <valgrind/memcheck.h>
static volatile int number = 1; // @NUMBER
struct entry {
  char key;
  short value;
};
struct entry table[5] = {{1}};  // @TABLE
static char zeros[1337];        // @ZEROS
int grid[3][5];                 // @GRID
struct {
  unsigned first : 3, middle : 13, last : 16;
} bits;
static NOINLINE void look_at(const volatile void *p)
{
  VALGRIND_MAKE_MEM_NOACCESS(p, 1);
  VALGRIND_CHECK_MEM_IS_ADDRESSABLE(p, 1);
  VALGRIND_MAKE_MEM_DEFINED(p, 1);
}
int main(void)
{
  static volatile int once;     // @ONCE
  look_at((volatile char *)&number + 3);
  look_at((char *)&table[4].value + 1);
  look_at(&zeros[1336]);
  look_at((char *)&grid[2][3] + 2);
  look_at(&once);
  look_at((char *)&bits + 1);
  return once;
}
