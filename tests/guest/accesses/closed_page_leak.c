// SPDX-License-Identifier: GPL-2.0-or-later
// A page in heap blocks that cannot be read costs the leak check this page: pointers behind it are found, pointers in it are
// not. The core may know of it (mprotect()) or not.
// run:
// expect: definitely lost: 1,337 bytes in 1 blocks
// next: indirectly lost: 0 bytes in 0 blocks
// next: possibly lost: 0 bytes in 0 blocks
// expect: definitely lost: 2,674 bytes in 2 blocks
// next: indirectly lost: 0 bytes in 0 blocks
// next: possibly lost: 0 bytes in 0 blocks
// expect: definitely lost: 2,674 bytes in 2 blocks
// reject: did not end
// reject: Run did not finish
#include "closed_page.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL_BLOCKS = 1000 };

static char *large, *interior, *small[SMALL_BLOCKS];

static void set(char *place, void *pointer)
{
  memcpy(place, &pointer, sizeof pointer);
}

// Small blocks share pages; the middle one is in the page that is closed.
static char *page_of_small(void)
{
  for (int i = 0; i < SMALL_BLOCKS; i++)
    small[i] = calloc(1, 71);
  return (char *)((uintptr_t)small[SMALL_BLOCKS / 2] & ~(uintptr_t)(PAGE - 1));
}

int main(void)
{
  large = aligned_alloc(PAGE, 5 * PAGE);
  memset(large, 0, 5 * PAGE);
  set(large, malloc(333));
  set(large + 2 * PAGE + 16, malloc(1337)); // lost with the page
  set(large + 3 * PAGE, malloc(334));
  interior = large + 2 * PAGE; // heuristics look at it
  mprotect(large + 2 * PAGE, PAGE, PROT_NONE);
  VALGRIND_DO_LEAK_CHECK;

  char *page = page_of_small();
  set(small[SMALL_BLOCKS / 2], malloc(1337)); // lost as well
  set(small[SMALL_BLOCKS - 1], malloc(335));
  mprotect(large + 2 * PAGE, PAGE, PROT_READ | PROT_WRITE);
  close_page(large + 2 * PAGE);
  close_page(page);
  VALGRIND_DO_LEAK_CHECK;
}
