// SPDX-License-Identifier: GPL-2.0-or-later
// An exception goes through a function that has a destructor to run, which does not free the raw pointer beside it.
// Wrong if: the first half of the way, up to the destructor, is told as the loss.
// It is told where control arrives, as the stack pointer moves there.
// explain: 1337 left in main; local buffer of parse; stored in take @stored
#include "explain.h"
#include <stdexcept>

static NOIPA void take(char **out)
{
  *out = new char[1337]; // @stored
}

static NOIPA void check(int number)
{
  if (number < 0)
    throw std::invalid_argument("negative");
}

static int depth;
struct Level {
  Level() { depth++; }
  NOIPA ~Level() { depth--; }
};

static NOIPA void parse(int number)
{
  char *buffer;
  Level level;
  take(&buffer);
  check(number);
  delete[] buffer;
}

int main()
{
  try {
    parse(-1);
  } catch (const std::invalid_argument &) {
    return depth;
  }
  return 1;
}
