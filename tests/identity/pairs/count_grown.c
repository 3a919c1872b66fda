// SPDX-License-Identifier: GPL-2.0-or-later
// The same line loses more blocks.
// findings: 1
// expect: grown 1, gate fails
#include <stdlib.h>

static void *volatile kept;

int main(void)
{
  for (int i = 0; i < 2; i++) //<
  for (int i = 0; i < 3; i++) //>
    kept = malloc(100);
  kept = NULL;
  return 0;
}
