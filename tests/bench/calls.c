// SPDX-License-Identifier: GPL-2.0-or-later
// Call-heavy code: recursion, and calls through pointers, ARGUMENT million calls of about each kind.
#include <stdio.h>
#include <stdlib.h>

struct shape {
  unsigned (*area)(const struct shape *shape);
  unsigned a, b;
};

static unsigned square(const struct shape *shape)
{
  return shape->a * shape->a;
}

static unsigned rectangle(const struct shape *shape)
{
  return shape->a * shape->b;
}

static unsigned triangle(const struct shape *shape)
{
  return shape->a * shape->b / 2;
}

__attribute__((noinline)) static unsigned fibonacci(unsigned n)
{
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

/* Many arguments and a frame of its own. */
__attribute__((noinline)) static unsigned walk(unsigned depth, unsigned a, unsigned b, unsigned c, unsigned d)
{
  volatile unsigned kept[12];
  kept[depth % 12] = a + b;
  return depth == 0 ? kept[0] + c : walk(depth - 1, b, c, d, a) + kept[depth % 12];
}

int main(int count, char **arguments)
{
  double millions = count > 1 ? atof(arguments[1]) : 1;
  unsigned calls = (unsigned)(millions * 1e6), sum = 0;
  struct shape shapes[] = {{square, 3, 3}, {rectangle, 5, 7}, {triangle, 4, 9}, {square, 2, 2}, {triangle, 8, 3}};
  for (unsigned i = 0; i < calls; i++)
    sum += shapes[i % 5].area(&shapes[i % 5]);
  for (unsigned i = 0; i < calls / 28657; i++)
    sum += fibonacci(21);
  for (unsigned i = 0; i < calls / 64; i++)
    sum += walk(64, i, 2, 3, 4);
  printf("%u\n", sum);
}
