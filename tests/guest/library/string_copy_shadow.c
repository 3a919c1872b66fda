// SPDX-License-Identifier: GPL-2.0-or-later
// V bits go along with data, byte for byte, whatever the size and the place of a copy; what lies beside it keeps its own.
// build: -g -O1 -fno-builtin -U_FORTIFY_SOURCE
// run:
// stdout: 0 wrong
// expect: ERROR SUMMARY: 0 errors
#include <valgrind/memcheck.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_MAX_BYTES = 75, AREA = 96, KINDS = 5 };

static unsigned wrong;

/* Undefined bytes: none, all, the first, the last, one in the middle. */
static unsigned char v_of(unsigned kind, size_t i, size_t bytes)
{
  const size_t places[] = {bytes, 0, 0, bytes - 1, bytes / 2};
  return kind == 1 || (kind > 1 && i == places[kind]) ? 0xff : 0;
}

static void set_source(unsigned char *from, unsigned kind, size_t bytes)
{
  for (size_t i = 0; i < bytes; i++)
    from[i] = (unsigned char)(i * 37 + bytes);
  for (size_t i = 0; i < bytes; i++)
    if (v_of(kind, i, bytes))
      (void)VALGRIND_MAKE_MEM_UNDEFINED(from + i, 1);
}

static void check(const unsigned char *area, size_t offset, unsigned kind, size_t bytes, unsigned char beside)
{
  unsigned char v[AREA];
  (void)VALGRIND_GET_VBITS(area, v, AREA);
  for (size_t i = 0; i < AREA; i++)
    wrong += v[i] != (i - offset < bytes ? v_of(kind, i - offset, bytes) : beside);
  (void)VALGRIND_MAKE_MEM_DEFINED(area, AREA);
  for (size_t i = 0; i < bytes; i++)
    wrong += area[offset + i] != (unsigned char)(i * 37 + bytes);
}

static void copy(unsigned char *area, unsigned char *from, size_t offset, unsigned kind, size_t bytes)
{
  set_source(from, kind, bytes);
  (void)VALGRIND_MAKE_MEM_UNDEFINED(area, AREA);
  memcpy(area + offset, from, bytes);
  check(area, offset, kind, bytes, 0xff);
  memmove(area + offset, from, bytes);
  check(area, offset, kind, bytes, 0);
}

int main(void)
{
  unsigned char *area = malloc(AREA), *from = malloc(AREA), on_stack[AREA];
  for (size_t bytes = 1; bytes <= SIZE_MAX_BYTES; bytes++)
    for (size_t offset = 0; offset <= 9; offset += bytes % 3 + 1)
      for (unsigned kind = 0; kind < KINDS; kind++) {
        copy(area, from + offset / 2, offset, kind, bytes);
        copy(on_stack, from, offset, kind, bytes);
      }
  printf("%u wrong\n", wrong);
  free(area);
  free(from);
}
