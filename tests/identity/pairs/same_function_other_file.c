// SPDX-License-Identifier: GPL-2.0-or-later
// Each file has an init(), and they allocate in the same words. One is fixed, and the other one, which was there all the time,
// loses as much.
// quick:
// build: gcc -g -O0 -o prog one.c two.c
// findings: 1
// expect: new 1, fixed 1, gate fails
//| file: one.c
#include <stdlib.h>

void *volatile kept;
extern void start_two(void);

static void init(void)
{
  char *context = malloc(1337);
  kept = context;
  free(context); //>
}

int main(void)
{
  init();
  kept = NULL;
  start_two();
  kept = NULL;
  return 0;
}
//| file: two.c
#include <stdlib.h>
#include <string.h>

extern void *volatile kept;

static void init(void)
{
  char *context = malloc(1337);
  memset(context, 1, 1337);
  context[1] = 2;
  kept = context;
  free(context); //<
}

void start_two(void)
{
  init();
}
