// SPDX-License-Identifier: GPL-2.0-or-later
// Reads and writes of blocks, one way of access for each allocation. Each has a size of its own, by which tests/heap/access
// finds it; what it must count stands there. Loads whose value is not used are no loads: the core drops them.
// build: -g -O0 -fno-builtin
// run: --heap-access=yes
// only: seep
// expect: ERROR SUMMARY: 0 errors
// run: --heap-access=yes --growth=no --undef-value-errors=no
// only: seep
// expect: ERROR SUMMARY: 0 errors
#include <emmintrin.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile int sink;

static char *by_instructions(void)
{
  char *block = malloc(1001);
  for (int i = 0; i < 40; i++)
    block[i] = (char)i;
  for (int i = 0; i < 10; i++)
    sink += block[i];
  _mm_storeu_si128((__m128i *)(block + 100), _mm_set1_epi8(1));
  return block;
}

static char *by_functions(void)
{
  char *block = malloc(1009), *copy = malloc(51);
  memset(block, 'x', 500);
  memcpy(copy, block, 50);
  memmove(block + 1, block, 100); /* overlaps */
  sink += memcmp(copy, block, 50);
  free(copy);
  return block;
}

static char *by_strings(void)
{
  char *text = malloc(77), *other = malloc(79);
  strcpy(text, "twelve bytes");
  strcpy(other, text);
  sink += (int)strlen(text) + strcmp(text, other);
  free(other);
  return text;
}

static char *by_system_calls(void)
{
  char *block = malloc(1013), *name = malloc(83);
  memcpy(name, "/dev/zero", 10);
  int zero = open(name, O_RDONLY), null = open("/dev/null", O_WRONLY);
  sink += (int)read(zero, block, 600);
  sink += (int)write(null, block + 400, 200);
  close(zero);
  close(null);
  free(name);
  return block;
}

static char *by_repeats(void)
{
  char *block = malloc(1019), *copy = malloc(1021);
  void *to = block, *from = block;
  unsigned long count = 1000;
  __asm__ volatile("rep stosb" : "+D"(to), "+c"(count) : "a"('y') : "memory");
  to = copy;
  count = 100;
  __asm__ volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(count) : : "memory");
  free(copy);
  return block;
}

static char *by_realloc(void)
{
  char *block = malloc(71);
  for (int i = 0; i < 10; i++)
    block[i] = 1;
  block = realloc(block, 1501);
  for (int i = 100; i < 105; i++)
    block[i] = 1;
  return block;
}

static char *by_atomics(void)
{
  long *block = calloc(1, 131);
  __atomic_fetch_add(block, 1, __ATOMIC_SEQ_CST);
  __atomic_exchange_n(block + 1, 2, __ATOMIC_SEQ_CST);
  return (char *)block;
}

/* Each block counts for itself. */
static void again_and_again(void)
{
  for (int i = 0; i < 100; i++) {
    char *block = malloc(17);
    block[i % 17] = 1;
    block[i % 17]++;
    free(block);
  }
}

/* Very large ones, between which the program goes to and fro. */
static void large(void)
{
  enum { BYTES = 3 << 20 };
  char *first = malloc(BYTES + 1), *second = malloc(BYTES + 2);
  for (int i = 0; i < BYTES; i += 64)
    second[i] = 1, first[BYTES - 1 - i] = 1;
  free(first);
  free(second);
}

int main(void)
{
  char *blocks[] = {by_instructions(), by_functions(), by_strings(), by_system_calls(), by_repeats(), by_realloc(), by_atomics(),
                    malloc(19) /* never touched */};
  again_and_again();
  large();
  for (unsigned i = 0; i < sizeof blocks / sizeof *blocks; i++)
    free(blocks[i]);
  return 0;
}
