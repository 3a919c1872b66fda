// SPDX-License-Identifier: GPL-2.0-or-later
// An exception goes through a function with a raw pointer.
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

static NOIPA void parse(int number)
{
  char *buffer;
  take(&buffer);
  check(number);
  delete[] buffer;
}

int main()
{
  try {
    parse(-1);
  } catch (const std::invalid_argument &) {
    return 0;
  }
  return 1;
}
