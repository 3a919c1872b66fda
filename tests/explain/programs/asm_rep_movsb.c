// SPDX-License-Identifier: GPL-2.0-or-later
// `rep movsb` copies a struct with a pointer to an odd place, where it is none, and the original is cleared.
// explain: 1337 overwritten NULL in clear @lost; global g_record; stored in make @stored
#include "explain.h"
#include <stdlib.h>

struct {
  long kind;
  char *data;
} g_record;
char g_packed[64] __attribute__((aligned(16)));

static NOIPA void make(void)
{
  g_record.data = malloc(1337); // @stored
}

static NOIPA void copy(void *to, const void *from, size_t bytes)
{
  __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
}

static NOIPA void clear(void)
{
  g_record.data = NULL; // @lost
}

int main(void)
{
  make();
  copy(g_packed + 3, &g_record, sizeof g_record);
  clear();
  return g_record.data != NULL;
}
