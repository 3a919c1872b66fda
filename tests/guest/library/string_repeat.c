// SPDX-License-Identifier: GPL-2.0-or-later
// Repeated string instructions copy and fill memory, its definedness too, leave the registers as they must, and an overrun is
// found at the iteration that makes it.
// run: -- fine
// stdout: 0 wrong
// expect: ERROR SUMMARY: 0 errors
// run: -- write
// stdout: 0 wrong
// expect: Invalid write of size 8
// next: at main (string_repeat.c:@write)
// next: 0 bytes after a block of size 1,336 alloc'd
// run: -- read
// stdout: 0 wrong
// expect: Invalid read of size 4
// next: at main (string_repeat.c:@read)
// next: 0 bytes after a block of size 1,336 alloc'd
// run: -- fill
// stdout: 0 wrong
// expect: Invalid write of size 1
// next: at main (string_repeat.c:@fill)
// next: 0 bytes after a block of size 1,336 alloc'd
// run: -- undefined
// stdout: 0 wrong
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (string_repeat.c:@undefined)
// reject: string_repeat.c:@defined
// reject: string_repeat.c:@filled
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"

#define COPY(instruction, to, from, count, size)                                                           \
  do {                                                                                                     \
    char *t_ = (to), *f_ = (from);                                                                         \
    size_t left = (count);                                                                                 \
    __asm__ volatile(instruction : "+D"(t_), "+S"(f_), "+c"(left) : : "memory");                           \
    EXPECT(left == 0 && t_ == (char *)(to) + (count) * (size) && f_ == (char *)(from) + (count) * (size)); \
  } while (0)
#define FILL(instruction, to, value, count, size)                                 \
  do {                                                                            \
    char *t_ = (to);                                                              \
    size_t left = (count);                                                        \
    __asm__ volatile(instruction : "+D"(t_), "+c"(left) : "a"(value) : "memory"); \
    EXPECT(left == 0 && t_ == (char *)(to) + (count) * (size));                   \
  } while (0)

static char from[5000], to[5000], expected[5000];

static void prepare(void)
{
  for (unsigned i = 0; i < sizeof from; i++)
    from[i] = (char)(i * 7 + i / 251), to[i] = expected[i] = (char)~i;
}

#define CHECK_COPY(instruction, count, size)             \
  do {                                                   \
    prepare();                                           \
    memmove(expected + 100, from + 3, (count) * (size)); \
    COPY(instruction, to + 100, from + 3, count, size);  \
    EXPECT(memcmp(to, expected, sizeof to) == 0);        \
  } while (0)
#define CHECK_FILL(instruction, value, count, size)   \
  do {                                                \
    prepare();                                        \
    unsigned long v_ = (value);                       \
    for (size_t j = 0; j < (count); j++)              \
      memcpy(expected + 100 + j * (size), &v_, size); \
    FILL(instruction, to + 100, v_, count, size);     \
    EXPECT(memcmp(to, expected, sizeof to) == 0);     \
  } while (0)

// A copy onto itself repeats a pattern, element by element.
static void check_pattern(size_t distance)
{
  prepare();
  for (size_t i = 0; i < 300; i++)
    expected[100 + distance + i] = expected[100 + i];
  COPY("rep movsb", to + 100 + distance, to + 100, 300, 1);
  EXPECT(memcmp(to, expected, sizeof to) == 0);
}

static void check_down(void)
{
  prepare();
  memmove(expected + 100, from + 50, 300);
  char *t = to + 399, *f = from + 349;
  size_t left = 300;
  __asm__ volatile("std; rep movsb; cld" : "+D"(t), "+S"(f), "+c"(left) : : "memory");
  EXPECT(left == 0 && t == to + 99 && f == from + 49 && memcmp(to, expected, sizeof to) == 0);
}

static void check_all(void)
{
  for (size_t count = 0; count < 100; count++) {
    CHECK_COPY("rep movsb", count, 1);
    CHECK_COPY("rep movsw", count, 2);
    CHECK_COPY("rep movsl", count, 4);
    CHECK_COPY("rep movsq", count, 8);
    CHECK_FILL("rep stosb", 0x1e4, count, 1);
    CHECK_FILL("rep stosl", 0, count, 4);
    CHECK_FILL("rep stosl", 0x1234567890, count, 4);
    CHECK_FILL("rep stosq", ~0UL, count, 8);
    CHECK_FILL("rep stosq", 0x100000000, count, 8);
  }
  for (size_t distance = 1; distance < 20; distance++)
    check_pattern(distance);
  check_down();
  prepare();
  memmove(expected + 10, expected + 13, 800);
  COPY("rep movsq", to + 10, to + 13, 100, 8);
  EXPECT(memcmp(to, expected, sizeof to) == 0);
}

int main(int argc, char **argv)
{
  char *what = argv[1], *block = malloc(1336);
  prepare();
  if (strcmp(what, "fine") == 0) {
    check_all();
  } else if (strcmp(what, "write") == 0) {
    COPY("rep movsq", block, from, 168, 8); // @write
  } else if (strcmp(what, "read") == 0) {
    memset(block, 0, 1336);
    COPY("rep movsl", to, block, 335, 4); // @read
  } else if (strcmp(what, "fill") == 0) {
    FILL("rep stosb", block, 0, 1337, 1); // @fill
  } else {
    memset(block, 0, 700);
    memset(block + 701, 0, 600);
    COPY("rep movsb", to, block, 1300, 1);
    if (to[700]) // @undefined
      puts("");
    if (to[699] || to[701]) // @defined
      puts("");
    FILL("rep stosq", block, 0, 167, 8);
    if (block[1335]) // @filled
      puts("");
  }
  free(block);
  printf("%d wrong\n", failures);
}
