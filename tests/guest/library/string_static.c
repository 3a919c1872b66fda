// SPDX-License-Identifier: GPL-2.0-or-later
// In a static program the vectorised functions would read past the ends of blocks; they are replaced where they have names.
// compare: no, Memcheck replaces nothing in static programs
// build: -g -O0 -fno-builtin -U_FORTIFY_SOURCE -static
// run:
// stdout: 0 wrong
// reject: Invalid
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

#include "expect.h"

static void check(size_t bytes, size_t place)
{
  char *block = malloc(bytes + place), *text = block + place, *other = malloc(bytes), *end = text + bytes - 1;
  for (size_t i = 0; i + 1 < bytes; i++)
    text[i] = "aababc"[i * 5 % 6];
  *end = '\0';
  EXPECT(strlen(text) == bytes - 1 && strnlen(text, 2000) == bytes - 1);
  EXPECT(memchr(text, 'z', bytes) == NULL && memrchr(text, 'z', bytes) == NULL && strchr(text, 'z') == NULL);
  EXPECT(strchrnul(text, 'z') == end && strrchr(text, 0) == end);
  EXPECT(strcpy(other, text) == other && strcmp(other, text) == 0);
  EXPECT(stpcpy(other, text) == other + bytes - 1 && memcmp(other, text, bytes) == 0);
  EXPECT(strncpy(other, text, bytes) == other && strncmp(other, text, bytes) == 0);
  EXPECT(strspn(text, "abc") == bytes - 1 && strcspn(text, "z") == bytes - 1 && strpbrk(text, "z") == NULL);
  EXPECT(strcasecmp(text, other) == 0 && strncasecmp(text, other, bytes) == 0);
  EXPECT(strstr(text, "zz") == NULL);
  EXPECT(memmove(other, text, bytes) == other && memcpy(other, text, bytes) == other);
  free(block);
  free(other);
}

int main(void)
{
  for (size_t bytes = 1; bytes < 140; bytes++)
    check(bytes, bytes % 23);
  printf("%d wrong\n", failures);
}
