// SPDX-License-Identifier: GPL-2.0-or-later
// Undefined data that is moved about and never decides anything: `undefined KIND ROUNDS`, see kinds[].
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 100000, RECORDS = 4000, BUFFER_BYTES = 1 << 16, VECTOR_MAX = 1 << 17 };

// What was computed and may not be looked at.
static volatile uint64_t sink;

// Copies and sums of an array that nobody has written.
static void words(void)
{
  uint64_t *from = malloc(WORDS * sizeof *from), *to = malloc(WORDS * sizeof *to);
  uint64_t sum = 0;
  for (int times = 0; times < 10; times++)
    for (size_t i = 0; i < WORDS; i++) {
      to[i] = from[i];
      sum += to[i] ^ i;
    }
  sink = sum;
  free(from);
  free(to);
}

struct record {
  char kind;
  uint64_t key;
  short length;
  void *next;
  char name[13];
};

static __attribute__((noinline)) void copy_record(struct record *to, const struct record *from)
{
  *to = *from;
}

static __attribute__((noinline)) struct record make_record(unsigned i)
{
  struct record record;
  record.kind = (char)i;
  record.key = i * 7919u % 1009;
  record.length = (short)(i % 13);
  record.next = NULL;
  memcpy(record.name, "name of it", 11);
  return record;
}

// Structures with padding and half-written names, copied by assignment, by memcpy() and on the stack.
static void records(void)
{
  struct record *table = malloc(RECORDS * sizeof *table), *copy = malloc(RECORDS * sizeof *copy);
  uint64_t sum = 0;
  for (unsigned i = 0; i < RECORDS; i++)
    table[i] = make_record(i);
  for (int times = 0; times < 20; times++) {
    for (unsigned i = 0; i < RECORDS; i++) {
      struct record kept;
      copy_record(&kept, &table[i]);
      copy_record(&copy[(i + 1) % RECORDS], &kept);
    }
    for (unsigned i = 0; i < RECORDS; i++)
      if (copy[i].key < 500)
        sum += copy[i].key + (unsigned char)copy[i].kind;
    memcpy(table, copy, RECORDS * sizeof *table);
  }
  sink = sum;
  free(table);
  free(copy);
}

// A buffer that is filled by half: all of it is copied byte by byte, what was filled is looked at.
static void half(void)
{
  unsigned char *buffer = malloc(BUFFER_BYTES), *copy = malloc(BUFFER_BYTES);
  uint64_t sum = 0;
  memset(buffer, 'a', BUFFER_BYTES / 2);
  for (int times = 0; times < 10; times++) {
    for (volatile size_t i = 0; i < BUFFER_BYTES; i++)
      copy[i] = buffer[i] ^ 1;
    for (size_t i = 0; i < BUFFER_BYTES / 2; i++)
      if (copy[i] != '`')
        sum++;
  }
  sink = sum;
  free(buffer);
  free(copy);
}

// A vector that grows by realloc(): each element has a field that is not written.
static void vector(void)
{
  struct element { uint32_t value, spare; } *elements = NULL;
  size_t count = 0, room = 0;
  uint64_t sum = 0;
  while (count < VECTOR_MAX) {
    if (count == room) {
      room = room ? 2 * room : 16;
      elements = realloc(elements, room * sizeof *elements);
    }
    struct element element;
    element.value = (uint32_t)count;
    __asm__("" : "=m"(element.spare)); // not written, whatever the compiler thinks
    elements[count++] = element;
  }
  for (size_t i = 0; i < count; i++)
    sum += elements[i].value;
  sink = sum;
  free(elements);
}

static const struct {
  const char *name;
  void (*run)(void);
} kinds[] = {{"words", words}, {"records", records}, {"half", half}, {"vector", vector}};

int main(int count, char **arguments)
{
  int rounds = count > 2 ? atoi(arguments[2]) : 1;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    for (int round = 0; round < rounds && count > 1 && strcmp(arguments[1], kinds[i].name) == 0; round++)
      kinds[i].run();
  return 0;
}
