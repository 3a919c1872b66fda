// SPDX-License-Identifier: GPL-2.0-or-later
// The holder is freed, and its place is used again by blocks of the same size. That is later, and no part of the story.
// explain: 1337 freed in drop @lost; block +24 from make @holder; stored in make @stored
#include "explain.h"
#include <stdlib.h>
#include <string.h>

struct holder {
  long numbers[3];
  char *text;
};

static NOIPA struct holder *make(void)
{
  struct holder *holder = malloc(sizeof *holder); // @holder
  holder->text = malloc(1337);                    // @stored
  return holder;
}

static NOIPA void drop(struct holder *holder)
{
  free(holder); // @lost
}

static NOIPA int use_again(void)
{
  int sum = 0;
  for (int i = 0; i < 20; i++) {
    long *numbers = malloc(sizeof(struct holder));
    memset(numbers, i, sizeof(struct holder));
    sum += (int)(numbers[3] & 1);
    free(numbers);
  }
  return sum;
}

int main(void)
{
  drop(make());
  return use_again() != 10;
}
