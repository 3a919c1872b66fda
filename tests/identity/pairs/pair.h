/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Programs that make a block in two functions alike; after the edit the other one loses it. Each function returns 1. */
#define APART __attribute__((noinline))

static APART int first(void);
static APART int second(void);

static APART int scrub(void)
{
  volatile char room[4096];
  for (unsigned i = 0; i < sizeof room; i++)
    room[i] = 1;
  return room[77];
}

int main(void)
{
  return first() + second() + scrub() != 3;
}
