// SPDX-License-Identifier: GPL-2.0-or-later
// An address in the block that is rounded up is handed out.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

#include <stdint.h>

struct aligned {
  void *whole;
  char *rounded;
};

static int get(struct aligned *aligned, size_t bytes)
{
  aligned->rounded = NULL;
  char *whole = malloc(bytes + 64);
  if (!whole)
    return -1;
  aligned->rounded = (char *)(((uintptr_t)whole + 63) & ~(uintptr_t)63);
  return (int)(aligned->rounded - whole);
}

static APART int first(void)
{
  struct aligned aligned;
  int offset = get(&aligned, 1337);
  int used = (aligned.rounded[0] = 1);
  free(aligned.rounded - offset); //>
  return used;
}

static APART int second(void)
{
  struct aligned aligned_2;
  int offset_2 = get(&aligned_2, 1337); // @made
  int used = (aligned_2.rounded[0] = 1);
  free(aligned_2.rounded - offset_2); //<
  return used;
}
