// SPDX-License-Identifier: GPL-2.0-or-later
// Two files of one program have each a static function of that name; one of them is fixed.
// build: gcc -g -O0 -o prog main.c one.c two.c
// findings: 2 -> 1
// expect: same 1, fixed 1, gate passes
//| file: main.c
void one(void);
void two(void);

int main(void)
{
  one();
  two();
  return 0;
}
//| file: one.c
#include <stdlib.h>

static void *volatile kept;

static void load(void)
{
  kept = malloc(1337);
  free(kept); //>
  kept = NULL;
}

void one(void)
{
  load();
}
//| file: two.c
#include <stdlib.h>

static void *volatile kept;

static void load(void)
{
  kept = malloc(1337);
  kept = NULL;
}

void two(void)
{
  load();
}
