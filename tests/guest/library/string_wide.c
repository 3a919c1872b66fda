// SPDX-License-Identifier: GPL-2.0-or-later
// Functions on wide characters give what simple loops give, in blocks of just their size and at the end of a page.
// build: -g -O1 -fno-builtin -U_FORTIFY_SOURCE
// run:
// limit: 300
// stdout: 0 wrong
// reject: Invalid
// reject: uninitialised
// expect: ERROR SUMMARY: 0 errors
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <wchar.h>

#include "expect.h"

static int sign(int value)
{
  return (value > 0) - (value < 0);
}

static wchar_t *page_end(void)
{
  char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(pages + 4096, 4096);
  return (wchar_t *)(pages + 4096);
}

static wchar_t *text_before(wchar_t *end, size_t length)
{
  wchar_t *text = end - length - 1;
  for (size_t i = 0; i < length; i++)
    text[i] = 0x1f600 + (wchar_t)(i * 5 % 6);
  text[length] = 0;
  return text;
}

static void check(wchar_t *a, wchar_t *b, size_t length)
{
  wchar_t *end = a + length;
  EXPECT(wcslen(a) == length);
  EXPECT(wcsnlen(a, length / 2) == length / 2 && wcsnlen(a, length + 1) == length);
  EXPECT(wcschr(a, 0x1f605) == (length > 1 ? a + 1 : NULL));
  EXPECT(wcschr(a, 0) == end && wcsrchr(a, 0) == end && wcschr(a, 5) == NULL && wcsrchr(a, 5) == NULL);
  EXPECT(wcsrchr(a, 0x1f600) == (length > 0 ? a + (length - 1) / 6 * 6 : NULL));
  EXPECT(wmemchr(a, 5, length) == NULL && wmemchr(a, 0, length + 1) == end);
  EXPECT(wcscmp(a, b) == 0 && wcsncmp(a, b, length) == 0);
  if (length > 0) {
    b[length - 1] = -1;
    EXPECT(sign(wcscmp(a, b)) == 1 && sign(wcscmp(b, a)) == -1);
    EXPECT(sign(wcsncmp(a, b, length)) == 1 && wcsncmp(a, b, length - 1) == 0);
  }
  EXPECT(wcscpy(b, a) == b && memcmp(a, b, (length + 1) * sizeof *a) == 0);
  EXPECT(wmemset(b, 0x12345, length + 1) == b && b[0] == 0x12345 && b[length] == 0x12345);
  EXPECT(wmemcpy(b, a, length + 1) == b);
  EXPECT(wcsncpy(b, a, length + 1) == b && wcscmp(a, b) == 0);
  b[0] = 0;
  EXPECT(wcscat(b, a) == b && wcscmp(a, b) == 0);
}

int main(void)
{
  wchar_t *a_end = page_end(), *b_end = page_end();
  for (size_t length = 0; length <= 300; length += length < 70 ? 1 : 23)
    check(text_before(a_end, length), text_before(b_end, length), length);
  for (size_t length = 0; length < 40; length++) {
    wchar_t *a = malloc((length + 1) * sizeof *a), *b = malloc((length + 1) * sizeof *b);
    check(text_before(a + length + 1, length), text_before(b + length + 1, length), length);
    free(a);
    free(b);
  }
  printf("%d wrong\n", failures);
}
