// SPDX-License-Identifier: GPL-2.0-or-later
// refcount is about Rust: a structure of C that begins with two small numbers and is pointed to behind them is possibly
// lost, by default and with the heuristic alone.
// run:
// expect: 1,353 bytes in 1 blocks are possibly lost
// expect: possibly lost: 1,353 bytes in 1 blocks
// run: --leak-check-heuristics=refcount
// only: seep
// expect: possibly lost: 1,353 bytes in 1 blocks
#include "guest.h"
#include <stdint.h>
#include <stdlib.h>
struct counted {
  uint64_t strong, weak;
  char value[1337];
};
char *kept;
static NOINLINE void take(void)
{
  struct counted *counted = malloc(sizeof *counted - 7);
  counted->strong = counted->weak = 1;
  kept = counted->value;
}
int main(void)
{
  take();
  scrub();
}
