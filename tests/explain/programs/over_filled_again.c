// SPDX-License-Identifier: GPL-2.0-or-later
// A function that fills a structure is called for the same one again: the mistake is that of its second caller.
// explain: 1337 overwritten NULL in fill @lost; block +8 from main @pattern; called by match @again
#include "explain.h"
#include <stdlib.h>

struct pattern {
  long count;
  char *table;
};

static NOIPA void fill(struct pattern *pattern, int count)
{
  pattern->count = count;
  pattern->table = NULL; // @lost
  if (count > 0)
    pattern->table = malloc(1337);
}

static NOIPA void compile(struct pattern *pattern)
{
  fill(pattern, 1);
}

static NOIPA void match(struct pattern *pattern)
{
  fill(pattern, 0); // @again
  pattern->count++;
}

int main(void)
{
  struct pattern *pattern = malloc(sizeof *pattern); // @pattern
  compile(pattern);
  match(pattern);
  free(pattern);
}
