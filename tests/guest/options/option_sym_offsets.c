// SPDX-License-Identifier: GPL-2.0-or-later
// --sym-offsets: how far into its function an address lies, except for inlined calls.
// build: -O2 -fno-builtin
// run: --leak-check=full --sym-offsets=yes
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: /at malloc\+\d+ \(/
// next: by lose (option_sym_offsets.c:@malloc)
// next: /by main\+\d+ \(option_sym_offsets.c:@call\)/
#include <stdlib.h>

static inline __attribute__((always_inline)) void lose(void)
{
  void *volatile p = malloc(1337); // @malloc
  p = NULL;
}

int main(void)
{
  lose(); // @call
  return 0;
}
