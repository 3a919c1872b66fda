// SPDX-License-Identifier: GPL-2.0-or-later
// Of two members that one function sets the caller loses first the one, then the other.
// quick:
// findings: 1
// expect: new 1, fixed 1, gate fails
#include <stdlib.h>

#define APART __attribute__((noinline))

struct both {
  char *left, *right;
};

static APART void both_init(struct both *both)
{
  both->left = malloc(1337);
  both->right = malloc(1337);
}

static APART void first(void)
{
  struct both both;
  both_init(&both);
  free(both.right); //<
  free(both.left); //>
}

static APART void second(void)
{
  struct both both;
  both_init(&both);
  free(both.right);
  free(both.left);
}

static APART int scrub(void)
{
  volatile char room[4096];
  for (unsigned i = 0; i < sizeof room; i++)
    room[i] = 1;
  return room[77];
}

int main(void)
{
  first();
  second();
  return scrub() != 1;
}
