// SPDX-License-Identifier: GPL-2.0-or-later
// Of three functions that are inlined into each other, the one in the middle gets a block and drops it.
// explain -O2: 1337 never stored; called by open_item @middle; says before process() returned
// explain -O0: 1337 left in process @end; local item of open_item
#include "explain.h"
#include <stdlib.h>

#define INLINE static inline __attribute__((always_inline))

static NOIPA char *make(void)
{
  return malloc(1337);
}

INLINE char *parse_item(int number)
{
  return number > 0 ? make() : NULL;
}

INLINE int open_item(int number)
{
  char *item = parse_item(number); // @middle
  if (number > 1) {
    free(item);
    return 1;
  }
  return item == NULL;
}

static NOIPA int process(int number)
{
  return open_item(number) + 1;
} // @end

int main(void)
{
  return process(1) != 1;
}
