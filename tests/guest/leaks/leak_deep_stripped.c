// SPDX-License-Identifier: GPL-2.0-or-later
// A stack of exactly as many frames as are kept, in a program without names: the last one is what called main().
// build: -O1 -s
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by ??? (in
// next: by ??? (in
// next: by ??? (in
// next: by ??? (in
// next: by ??? (in
// next: by ??? (in
// next: by ??? (in
// next: by ??? (in
// next: by ??? (in
// next: by ??? (in
// next: by (below main)
#include <stdlib.h>

#define CALL(name, next)                                \
  static __attribute__((noinline)) int name(int number) \
  {                                                     \
    const int result = next(number + 1);                \
    __asm__ volatile("");                               \
    return result + number;                             \
  }

static __attribute__((noinline)) int lose(int number)
{
  void *volatile block = malloc(1337);
  block = NULL;
  return number;
}

CALL(ninth, lose)
CALL(eighth, ninth)
CALL(seventh, eighth)
CALL(sixth, seventh)
CALL(fifth, sixth)
CALL(fourth, fifth)
CALL(third, fourth)
CALL(second, third)

int main(void)
{
  return second(1) == 0;
}
