// SPDX-License-Identifier: GPL-2.0-or-later
// Code that PCRE2 makes for a pattern reads 16 bytes at once, beyond the end of the subject, and looks at them before it masks what
// is not the subject's: none of its mistakes, be they behind a block or unset. A subject that was freed is one of the program's.
// build: -DPCRE2_CODE_UNIT_WIDTH=8 -lpcre2-8
// needs: seep pcre2-config
// compare: no, Memcheck reports what is on purpose
// run: --leak-check=no
// stdout: 7 3 0
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --leak-check=no -- freed
// stdout: 7 3 0
// expect: Invalid read of size
// next: (in code made by libpcre2-8.so
// expect: inside a block of size 1,337 free'd
// reject: ERROR SUMMARY: 0 errors
#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static const char *const patterns[] = {"needle", "(?i)needle", "[a-c]x", "foo.*bar", "a{3,}b", "ne+dle|thread", "z"};
enum { PATTERNS = sizeof patterns / sizeof *patterns };
static pcre2_code *codes[PATTERNS];

static int match(pcre2_code *code, const char *subject, size_t size)
{
  pcre2_match_data *data = pcre2_match_data_create_from_pattern(code, NULL);
  int result = pcre2_match(code, (PCRE2_SPTR)subject, size, 0, 0, data, NULL);
  pcre2_match_data_free(data);
  return result > 0;
}

/* Of a block that is larger, and not set behind the subject. */
static int match_part(pcre2_code *code, size_t size)
{
  char *subject = malloc(1337), other[1337];
  memset(subject, 'q', size);
  memset(other, 'q', size);
  int found = match(code, subject, size) | match(code, other, size);
  free(subject);
  return found;
}

static int match_sizes(pcre2_code *code)
{
  int found = 0;
  for (size_t size = 1; size < 70; size++) {
    char *subject = malloc(size);
    memset(subject, 'q', size);
    if (size > 6)
      memcpy(subject + size - 6, "needle", 6);
    found |= match(code, subject, size);
    free(subject);
    found |= match_part(code, size);
  }
  return found;
}

int main(int argc, char **argv)
{
  int compiled = 0, found = 0, wrong = 0, error;
  PCRE2_SIZE where;
  for (int i = 0; i < PATTERNS; i++) {
    codes[i] = pcre2_compile((PCRE2_SPTR)patterns[i], PCRE2_ZERO_TERMINATED, 0, &error, &where, NULL);
    compiled += pcre2_jit_compile(codes[i], PCRE2_JIT_COMPLETE) == 0;
  }
  for (int i = 0; i < PATTERNS; i++)
    found += match_sizes(codes[i]);
  char *subject = malloc(1337);
  memset(subject, 'q', 1337);
  if (argc > 1)
    free(subject);
  for (int i = 0; i < PATTERNS && argc > 1; i++)
    wrong += match(codes[i], subject, 1337) > 1;
  for (int i = 0; i < PATTERNS; i++)
    pcre2_code_free(codes[i]);
  printf("%d %d %d\n", compiled, found, wrong);
}
