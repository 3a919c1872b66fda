// SPDX-License-Identifier: GPL-2.0-or-later
// An exception through frames with destructors: the stack it leaves is gone, nothing else changes.
// run:
// stdout: 10 20
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "guest.h"
#include <cstdio>
#include <stdexcept>
#include <string>
static int destroyed;
struct counted {
  ~counted() { destroyed++; }
};
static NOINLINE void deeper(int depth)
{
  counted one;
  volatile char used[500];
  used[0] = depth;
  if (depth == 0)
    throw std::runtime_error(std::string(40, 'x'));
  deeper(depth - 1);
}
int main()
{
  int caught = 0;
  for (int i = 0; i < 10; i++)
    try {
      deeper(1);
    } catch (const std::exception &error) {
      caught += error.what()[39] == 'x';
    }
  printf("%d %d\n", caught, destroyed);
}
