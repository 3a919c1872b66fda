// SPDX-License-Identifier: GPL-2.0-or-later
// rep movsb over the end of a block: an error for each byte, all in one place.
// run:
// expect: Invalid read of size 1
// next: at main (addr_rep_movs.c:@copy)
// next: is 0 bytes after a block of size 100 alloc'd
// expect: Invalid write of size 1
// next: at main (addr_rep_movs.c:@back)
// next: is 0 bytes after a block of size 100 alloc'd
// expect: ERROR SUMMARY: 8 errors from 2 contexts
#include <stdlib.h>
int main(void)
{
  char *short_one = calloc(1, 100), *long_one = calloc(1, 200);
  void *from = short_one, *to = long_one;
  long count = 104;
  __asm__ volatile("rep movsb" : "+S"(from), "+D"(to), "+c"(count) : : "memory"); // @copy
  from = long_one;
  to = short_one;
  count = 104;
  __asm__ volatile("rep movsb" : "+S"(from), "+D"(to), "+c"(count) : : "memory"); // @back
  free(short_one);
  free(long_one);
}
