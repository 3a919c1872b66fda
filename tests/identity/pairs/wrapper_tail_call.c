// SPDX-License-Identifier: GPL-2.0-or-later
// With optimisation a wrapper jumps to malloc, and is on no stack any more.
// flags: -g -O0 -> -g -O2
// findings: 2
// expect: same 2, gate passes
// or: moved 2, gate passes
// place: @table @text
#include <stdlib.h>

static void *volatile kept;

__attribute__((noinline)) static void *get_memory(size_t bytes)
{
  return malloc(bytes);
}

__attribute__((noinline)) static void load(void)
{
  kept = get_memory(1337); // @table
  kept = NULL;
}

__attribute__((noinline)) static void parse(void)
{
  kept = get_memory(77); // @text
  kept = NULL;
}

int main(void)
{
  load();
  parse();
  return 0;
}
