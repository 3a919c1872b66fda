// SPDX-License-Identifier: GPL-2.0-or-later
// posix_memalign() stores the block for a function.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

static void *get(size_t bytes)
{
  void *block;
  if (posix_memalign(&block, 64, bytes))
    return NULL;
  return block;
}

static APART int first(void)
{
  char *text = get(1337);
  int used = (text[0] = 1);
  free(text); //>
  return used;
}

static APART int second(void)
{
  char *text_2 = get(1337); // @made
  int used = (text_2[0] = 1);
  free(text_2); //<
  return used;
}
