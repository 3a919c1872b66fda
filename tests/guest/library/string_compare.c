// SPDX-License-Identifier: GPL-2.0-or-later
// Functions that compare bytes give the sign that simple loops give, at all alignments, up to the end of a page.
// build: -g -O1 -fno-builtin -U_FORTIFY_SOURCE
// run:
// limit: 300
// stdout: 0 wrong
// reject: Invalid
// reject: uninitialised
// expect: ERROR SUMMARY: 0 errors
#define _GNU_SOURCE
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>

#include "expect.h"

static int sign(int value)
{
  return (value > 0) - (value < 0);
}

static int order(const char *a, const char *b, size_t max, int stops, int any_case)
{
  for (size_t i = 0; i < max; i++) {
    int x = (unsigned char)a[i], y = (unsigned char)b[i];
    if (any_case)
      x += x >= 'A' && x <= 'Z' ? 32 : 0, y += y >= 'A' && y <= 'Z' ? 32 : 0;
    if (x != y)
      return sign(x - y);
    if (x == 0 && stops)
      return 0;
  }
  return 0;
}

static char *page_end(void)
{
  char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(pages + 4096, 4096);
  return pages + 4096;
}

static void check_pair(const char *a, const char *b, size_t bytes, locale_t locale)
{
  EXPECT(sign(strcmp(a, b)) == order(a, b, bytes, 1, 0));
  EXPECT(sign(strcmp(b, a)) == order(b, a, bytes, 1, 0));
  EXPECT(sign(memcmp(a, b, bytes)) == order(a, b, bytes, 0, 0));
  EXPECT((bcmp(a, b, bytes) != 0) == (order(a, b, bytes, 0, 0) != 0));
  EXPECT(sign(strcasecmp(a, b)) == order(a, b, bytes, 1, 1));
  EXPECT(sign(strcasecmp_l(a, b, locale)) == order(a, b, bytes, 1, 1));
  for (size_t max = bytes - (bytes > 3 ? 3 : bytes); max <= bytes + 1; max++) {
    EXPECT(sign(strncmp(a, b, max)) == order(a, b, max, 1, 0));
    EXPECT(sign(strncasecmp(a, b, max)) == order(a, b, max, 1, 1));
    EXPECT(sign(strncasecmp_l(a, b, max, locale)) == order(a, b, max, 1, 1));
  }
}

static void fill(char *text, size_t length)
{
  for (size_t i = 0; i < length; i++)
    text[i] = "aBc\xe4"[i & 3];
  text[length] = '\0';
}

int main(void)
{
  char *a_end = page_end(), *b_end = page_end();
  locale_t locale = newlocale(LC_ALL_MASK, "C", NULL);
  for (size_t length = 0; length <= 300; length += length < 70 ? 1 : 23)
    for (size_t place = 0; place <= 40; place += length < 40 ? 13 : 5) {
      char *a = a_end - length - 1 - place, *b = b_end - length - 1;
      fill(a, length);
      fill(b, length);
      check_pair(a, b, length + 1, locale);
      if (length > 0) {
        b[length / 2] ^= 0x20;
        check_pair(a, b, length + 1, locale);
        b[length - 1] = '\0';
        check_pair(a, b, length, locale);
      }
    }
  char *blocks[] = {malloc(1337), malloc(1337)};
  fill(blocks[0], 1336);
  fill(blocks[1], 1336);
  check_pair(blocks[0], blocks[1], 1337, locale);
  blocks[1][1335]++;
  check_pair(blocks[0], blocks[1], 1337, locale);
  free(blocks[0]);
  free(blocks[1]);
  freelocale(locale);
  printf("%d wrong\n", failures);
}
