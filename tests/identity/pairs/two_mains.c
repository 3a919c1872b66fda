// SPDX-License-Identifier: GPL-2.0-or-later
// The main functions of two programs are two places, of which one is fixed.
// quick:
// build: gcc -g -O0 -o one one.c
// build: gcc -g -O0 -o two two.c
// run: ./one
// run: ./two
// findings: 2 -> 1
// expect: same 1, fixed 1, gate passes
//| file: one.c
#include <stdlib.h>

static void *volatile kept;

int main(void)
{
  kept = malloc(1337);
  free(kept); //>
  kept = NULL;
  return 0;
}
//| file: two.c
#include <stdlib.h>

static void *volatile kept;

int main(void)
{
  kept = malloc(1337);
  kept = NULL;
  return 0;
}
