// SPDX-License-Identifier: GPL-2.0-or-later
// mempcpy says when source and destination overlap, whichever lies higher. (memcpy has the code of memmove in this libc.)
// build: -g -O0 -fno-builtin -U_FORTIFY_SOURCE
// run:
// expect: /Source and destination overlap in mempcpy\(0x[0-9a-f]+, 0x[0-9a-f]+, 20\)/
// next: mempcpy
// next: by main (overlap_mempcpy.c:@up)
// expect: /Source and destination overlap in mempcpy\(0x[0-9a-f]+, 0x[0-9a-f]+, 21\)/
// next: mempcpy
// next: by main (overlap_mempcpy.c:@down)
// expect: /Source and destination overlap in mempcpy\(0x[0-9a-f]+, 0x[0-9a-f]+, 22\)/
// next: mempcpy
// next: by main (overlap_mempcpy.c:@same)
// expect: ERROR SUMMARY: 3 errors from 3 contexts
#define _GNU_SOURCE
#include <string.h>
char buffer[100];
int main(void)
{
  mempcpy(buffer + 50, buffer + 31, 20); // @up
  mempcpy(buffer + 30, buffer + 50, 21); // @down
  mempcpy(buffer, buffer, 22);           // @same
}
