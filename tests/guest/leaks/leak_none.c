// SPDX-License-Identifier: GPL-2.0-or-later
// A program that frees everything is told so.
// run:
// expect: in use at exit: 0 bytes in 0 blocks
// next: total heap usage: 1 allocs, 1 frees, 1,337 bytes allocated
// expect: All heap blocks were freed -- no leaks are possible
// expect: ERROR SUMMARY: 0 errors from 0 contexts (suppressed: 0 from 0)
// reject: LEAK SUMMARY
#include <stdlib.h>
int main(void)
{
  free(malloc(1337));
}
