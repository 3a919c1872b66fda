// SPDX-License-Identifier: GPL-2.0-or-later
// A check that the program asks for tells the origin.
// run: --track-origins=yes
// expect: Uninitialised byte(s) found during client check request
// next: main (origin_client_check.c:@use)
// next: is 40 bytes inside a block of size 64 alloc'd
// next: at malloc
// next: by main
// next: Uninitialised value was created by a heap allocation
// next: at malloc
// next: by main (origin_client_check.c:@made)
#include <stdlib.h>
#include <string.h>
#include <valgrind/memcheck.h>
int main(void)
{
  char *p = malloc(64); // @made
  memset(p, 0, 40);
  VALGRIND_CHECK_MEM_IS_DEFINED(p, 64); // @use
  free(p);
}
