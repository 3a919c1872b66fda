// SPDX-License-Identifier: GPL-2.0-or-later
// stacks BITS: a block from each of 2^BITS different stacks, of which a few are lost.
#include "attack.h"

enum { SHARE_LOST = 512 };

static NOINLINE void left(unsigned number, unsigned bits);
static NOINLINE void right(unsigned number, unsigned bits);

static inline void go_on(unsigned number, unsigned bits)
{
  if (bits == 0) {
    if (number % SHARE_LOST == 0)
      lose(1 + number % 250);
    else
      free(malloc(1 + number % 100));
  } else if ((number >> (bits - 1)) % 2 == 0) {
    left(number, bits - 1);
  } else {
    right(number, bits - 1);
  }
  __asm__ volatile(""); /* no tail call */
}

static NOINLINE void left(unsigned number, unsigned bits)
{
  go_on(number, bits);
}

static NOINLINE void right(unsigned number, unsigned bits)
{
  go_on(number, bits);
  __asm__ volatile("nop");
}

int main(int count, char **arguments)
{
  const unsigned bits = (unsigned)number_of(count, arguments, 1);
  for (unsigned number = 0; number < 1u << bits; number++)
    left(number, bits);
  puts("done");
  tell();
  forget();
  return 0;
}
