// SPDX-License-Identifier: GPL-2.0-or-later
// memccpy, wcsncpy and wcpncpy are replaced: overlaps, undefined characters and overruns are reported where they are made.
// build: -fno-builtin
// needs: seep
// compare: no, Valgrind 3.19 does not replace these
// run:
// stdout: 3 5 0
// expect: /Source and destination overlap in memccpy\(0x[0-9a-f]+, 0x[0-9a-f]+, 31\)/
// next: at memccpy
// next: by main (overlap_newer.c:@memccpy)
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at wcpncpy
// next: by main (overlap_newer.c:@undefined)
// expect: Invalid write of size 4
// next: at wcsncpy
// next: by main (overlap_newer.c:@overrun)
// next: 0 bytes after a block of size 20 alloc'd
// expect: /Source and destination overlap in wcpncpy\(0x[0-9a-f]+, 0x[0-9a-f]+\)/
// next: at wcpncpy
// next: by main (overlap_newer.c:@wide)
// expect: ERROR SUMMARY: 4 errors from 4 contexts
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
  char text[] = "this is a string # with something to seek";
  memccpy(text + 10, text, '#', 31); // @memccpy
  strcpy(text, "this is a string # with something to seek");
  if (memccpy(text + 10, text, ' ', 31) != text + 15 || memccpy(text, "abc", 'z', 0))
    return 1;
  wchar_t *five = malloc(5 * sizeof *five), *ten = malloc(10 * sizeof *ten);
  wcpncpy(five, ten, 1); // @undefined
  int third = (int)(wcpncpy(five, L"Hello", 3) - five), fifth = (int)(wcpncpy(ten, L"Hello", 10) - ten);
  printf("%d %d %d\n", third, fifth, (int)ten[9]);
  wcsncpy(five, L"Hello", 6); // @overrun
  wcpncpy(ten, ten + 2, 3);   // @wide
  free(five);
  free(ten);
}
