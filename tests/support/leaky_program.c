/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Leaks 1337 bytes in leak_here(), for the test that an entry generated for it works in Valgrind. */
#include <stdlib.h>

void leak_here(void);

__attribute__((noinline)) void leak_here(void)
{
  static void *volatile block;
  block = malloc(1337);
  block = NULL;
}

int main(void)
{
  leak_here();
  return 0;
}
