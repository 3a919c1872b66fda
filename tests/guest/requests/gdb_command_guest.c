// SPDX-License-Identifier: GPL-2.0-or-later
// Stops at a function with a line of its input, then waits for another line, and loses a block; a script runs it.
#include "guest.h"
#include "lose.h"
#include <stdio.h>
static NOINLINE void stop_here(const char *line)
{
  __asm__ volatile("" : : "r"(line) : "memory");
}
int main(void)
{
  char first[32] = "", second[32] = "";
  lose(1337);
  scrub();
  if (fgets(first, sizeof first, stdin))
    stop_here(first);
  if (fgets(second, sizeof second, stdin))
    printf("then %s", second);
  return 7;
}
