// SPDX-License-Identifier: GPL-2.0-or-later
// musl's functions read whole words; replaced, they read what they are given. Its allocator is replaced as well.
// needs: musl-gcc seep
// compare: no, Memcheck replaces parts of musl only
// build: -g -O0 -fno-builtin -U_FORTIFY_SOURCE
// after: musl-gcc -I $SRC -g -O0 -fno-builtin $SRC/library/string_musl.c -o string_musl
// run: -- fine
// stdout: 0 wrong
// reject: Invalid
// reject: uninitialised
// reject: Source and destination
// expect: ERROR SUMMARY: 0 errors
// run: -- memccpy
// stdout: 0 wrong
// reject: Invalid
// expect: ERROR SUMMARY: 0 errors
// run: -- overlap
// expect: /Source and destination overlap in mempcpy\(0x[0-9a-f]+, 0x[0-9a-f]+, 20\)/
// next: at mempcpy
// next: by main (string_musl.c:@overlap)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
// run: -- lose
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by lose (string_musl.c:@lose)
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "expect.h"
#include "guest.h"

static void check(size_t bytes)
{
  char *text = malloc(bytes), *other = malloc(bytes), *end = text + bytes - 1;
  for (size_t i = 0; i + 1 < bytes; i++)
    text[i] = "aababc"[i * 5 % 6];
  *end = '\0';
  EXPECT(strlen(text) == bytes - 1 && strnlen(text, 2000) == bytes - 1);
  EXPECT(memchr(text, 'z', bytes) == NULL && memrchr(text, 'z', bytes) == NULL && strchr(text, 'z') == NULL);
  EXPECT(strchrnul(text, 'z') == end && strrchr(text, 0) == end);
  EXPECT(strcpy(other, text) == other && strcmp(other, text) == 0);
  EXPECT(stpcpy(other, text) == other + bytes - 1 && memcmp(other, text, bytes) == 0);
  EXPECT(stpncpy(other, text, bytes) == other + bytes - 1 && strcasecmp(other, text) == 0);
  EXPECT(strncpy(other, text, bytes) == other && strncmp(other, text, bytes) == 0);
  EXPECT(strspn(text, "abc") == bytes - 1 && strcspn(text, "z") == bytes - 1 && strpbrk(text, "z") == NULL);
  EXPECT(strstr(text, "zz") == NULL);
  EXPECT(memmove(other, text, bytes) == other && memcpy(other, text, bytes) == other);
  free(text);
  free(other);
}

static NOINLINE void lose(void)
{
  *(volatile char *)malloc(1337) = 'x'; // @lose
}

int main(int argc, char **argv)
{
  static char buffer[100];
  const char *what = argv[1];
  if (strcmp(what, "fine") == 0)
    for (size_t bytes = 1; bytes < 70; bytes++)
      check(bytes);
  else if (strcmp(what, "memccpy") == 0)
    for (size_t bytes = 1; bytes < 70; bytes++) {
      char *from = malloc(bytes), *to = malloc(bytes);
      memset(from, 'x', bytes);
      from[bytes - 1] = 'y';
      EXPECT(memccpy(to, from, 'y', 1000) == to + bytes && memcmp(to, from, bytes) == 0);
      EXPECT(memccpy(to, from, 'z', bytes) == NULL);
      free(from);
      free(to);
    }
  else if (strcmp(what, "overlap") == 0)
    mempcpy(buffer + 50, buffer + 31, 20); // @overlap
  else
    lose();
  scrub();
  if (strcmp(what, "fine") == 0 || strcmp(what, "memccpy") == 0)
    printf("%d wrong\n", failures);
}
