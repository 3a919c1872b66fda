// SPDX-License-Identifier: GPL-2.0-or-later
// The leak in the main function of one program is fixed, and the main function of another one gets the same.
// quick:
// build: gcc -g -O0 -o one one.c
// build: gcc -g -O0 -o two two.c
// run: ./one
// run: ./two
// findings: 1
// expect: new 1, fixed 1, gate fails
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
  free(kept); //<
  kept = NULL;
  return 0;
}
