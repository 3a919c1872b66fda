// SPDX-License-Identifier: GPL-2.0-or-later
// Functions that search bytes give what simple loops give, at all alignments, up to the end of a page that nothing follows.
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
#include <strings.h>
#include <sys/mman.h>

#include "expect.h"

static const char *find(const char *text, const char *end, char wanted)
{
  for (; text != end; text++)
    if (*text == wanted)
      return text;
  return NULL;
}

static const char *find_last(const char *text, const char *end, char wanted)
{
  while (end-- != text)
    if (*end == wanted)
      return end;
  return NULL;
}

static size_t span(const char *text, const char *set, int inside)
{
  size_t i = 0;
  while (text[i] && (find(set, set + strlen(set), text[i]) != NULL) == inside)
    i++;
  return i;
}

static char *page_end(void)
{
  char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(pages + 4096, 4096);
  return pages + 4096;
}

static void check_text(char *text, size_t length)
{
  static const char wanted[] = "abz";
  char *end = text + length;
  EXPECT(strlen(text) == length);
  EXPECT(strnlen(text, length / 2) == length / 2);
  EXPECT(strnlen(text, length + 9) == length);
  for (size_t i = 0; i < sizeof wanted; i++) {
    char c = wanted[i];
    const char *first = find(text, end + 1, c), *last = find_last(text, end + 1, c);
    EXPECT(strchr(text, c) == first && index(text, c) == first);
    EXPECT(strrchr(text, c) == last && rindex(text, c) == last);
    EXPECT(strchrnul(text, c) == (first ? first : end));
    EXPECT(memchr(text, c, length + 1) == first);
    EXPECT(memrchr(text, c, length + 1) == last);
    EXPECT(!first || rawmemchr(text, c) == first);
  }
  EXPECT(strspn(text, "ab") == span(text, "ab", 1));
  EXPECT(strcspn(text, "cz") == span(text, "cz", 0));
  EXPECT(strpbrk(text, "zc") == find(text, end, 'c'));
  EXPECT(strstr(text, "z") == NULL && strcasestr(text, "Z") == NULL);
  EXPECT(strstr(text, "") == text && memmem(text, length, "zz", 2) == NULL);
  if (length >= 2) {
    end[-2] = 'x', end[-1] = 'y';
    EXPECT(strstr(text, "xy") == end - 2 && strcasestr(text, "XY") == end - 2);
    EXPECT(memmem(text, length, "xy", 2) == end - 2);
  }
}

static char *text_before(char *end, size_t length)
{
  char *text = end - length - 1;
  for (size_t i = 0; i < length; i++)
    text[i] = "aababc"[i * 5 % 6];
  text[length] = '\0';
  return text;
}

int main(void)
{
  char *end = page_end();
  for (size_t length = 0; length <= 300; length += length < 80 ? 1 : 17)
    check_text(text_before(end, length), length);
  for (size_t place = 0; place <= 40; place++)
    for (size_t length = 0; length < 300; length = length * 2 + 1)
      check_text(text_before(end - place, length), length);
  for (unsigned i = 0; i < 6; i++) {
    static const size_t sizes[] = {1, 7, 48, 100, 337, 1337};
    char *block = malloc(sizes[i]);
    check_text(text_before(block + sizes[i], sizes[i] - 1), sizes[i] - 1);
    free(block);
  }
  printf("%d wrong\n", failures);
}
