// SPDX-License-Identifier: GPL-2.0-or-later
// Reading or writing one past the end of a block inside a function on strings: an error of that function's access.
// build: -g -O0 -fno-builtin -U_FORTIFY_SOURCE
// run: -- length
// expect: Invalid read of size 1
// next: at strlen
// next: by main (string_overrun.c:@strlen)
// next: 0 bytes after a block of size 7 alloc'd
// run: -- long
// expect: Invalid read of size 1
// next: at strlen
// next: by main (string_overrun.c:@long)
// next: 0 bytes after a block of size 1,337 alloc'd
// run: -- copy
// expect: Invalid write of size 1
// next: at strcpy
// next: by main (string_overrun.c:@strcpy)
// next: 0 bytes after a block of size 7 alloc'd
// run: -- move
// expect: Invalid read of size 8
// next: /at mem(cpy|move)/
// next: by main (string_overrun.c:@memcpy)
// next: 0 bytes after a block of size 1,336 alloc'd
// run: -- bytes
// expect: Invalid read of size 1
// next: /at mem(cpy|move)/
// next: by main (string_overrun.c:@bytes)
// next: 0 bytes after a block of size 1,336 alloc'd
// run: -- set
// expect: Invalid write of size 1
// next: at memset
// next: by main (string_overrun.c:@memset)
// next: 0 bytes after a block of size 1,337 alloc'd
// run: -- compare
// expect: Invalid read of size 1
// next: /at (bcmp|memcmp)/
// next: by main (string_overrun.c:@memcmp)
// next: 0 bytes after a block of size 7 alloc'd
// run: -- wide
// expect: Invalid read of size 4
// next: at wcslen
// next: by main (string_overrun.c:@wcslen)
// next: 0 bytes after a block of size 40 alloc'd
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

volatile size_t result;
char room[2000];

int main(int argc, char **argv)
{
  char *what = argv[1], *small = malloc(7), *large = malloc(1337), *words = malloc(1336);
  wchar_t *wide = malloc(40);
  memset(small, 'x', 7);
  memset(large, 'x', 1337);
  memset(words, 'x', 1336);
  wmemset(wide, L'x', 10);
  if (strcmp(what, "length") == 0)
    result = strlen(small) >= 7; // @strlen
  else if (strcmp(what, "long") == 0)
    result = strlen(large) >= 1337; // @long
  else if (strcmp(what, "copy") == 0)
    strcpy(small, "1234567"); // @strcpy
  else if (strcmp(what, "move") == 0)
    memcpy(room + 8 - (size_t)room % 8, words, 1344); // @memcpy
  else if (strcmp(what, "bytes") == 0)
    memcpy(room + 9 - (size_t)room % 8, words, 1337); // @bytes
  else if (strcmp(what, "set") == 0)
    memset(large, 'y', 1338); // @memset
  else if (strcmp(what, "compare") == 0)
    result = memcmp(small, "xxxxxxxx", 8) != 0; // @memcmp
  else if (strcmp(what, "wide") == 0)
    result = wcslen(wide) >= 10; // @wcslen
  free(small);
  free(large);
  free(words);
  free(wide);
  return 0;
}
