// SPDX-License-Identifier: GPL-2.0-or-later
// An exception goes through a function that has a destructor to run, which does not free the raw pointer beside it.
// Wrong if: the first half of the way, up to the destructor, is told as the loss.
// explain: 1337 left in parse @lost; local buffer of parse; stored in take @stored
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
  char *buffer; // @lost
  Level level;  // @lost
  take(&buffer);
  check(number);
  delete[] buffer; // @lost
} // @lost

int main()
{
  try {
    parse(-1);
  } catch (const std::invalid_argument &) {
    return depth;
  }
  return 1;
}
