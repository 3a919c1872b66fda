// SPDX-License-Identifier: GPL-2.0-or-later
// MALLOCLIKE_BLOCK: red zones may not be touched, the block is undefined unless it says it is zeroed.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: main (request_malloclike_redzone.c:@UNDEFINED)
// expect: Invalid read of size 1
// next: main (request_malloclike_redzone.c:@BEYOND)
// next: is 0 bytes after a block of size 40 alloc'd
// expect: Invalid read of size 1
// next: main (request_malloclike_redzone.c:@FREED)
// expect: ERROR SUMMARY: 3 errors from 3 contexts
#include <valgrind/memcheck.h>
#include <valgrind/valgrind.h>
static char arena[256];
int main(void)
{
  volatile char *first = arena + 16, *second = arena + 100;
  VALGRIND_MALLOCLIKE_BLOCK(first, 40, 16, 0);
  VALGRIND_MALLOCLIKE_BLOCK(second, 40, 16, 1);
  int sum = 0;
  if (first[3]) // @UNDEFINED
    sum++;
  if (second[3])
    sum++;
  sum += first[40]; // @BEYOND
  VALGRIND_FREELIKE_BLOCK(first, 16);
  sum += first[0]; // @FREED
  VALGRIND_FREELIKE_BLOCK(second, 16);
  return sum & 0;
}
