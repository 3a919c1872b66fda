// SPDX-License-Identifier: GPL-2.0-or-later
// A constructor takes a buffer and throws: the object's memory is given back, the destructor does not run.
// explain: 1337 freed in open_session @lost; block +8 from open_session @lost; stored in Session @stored
#include "explain.h"
#include <stdexcept>

struct Session {
  explicit Session(int number) : id(number)
  {
    buffer = new char[1337]; // @stored
    check(number);
  }
  ~Session() { delete[] buffer; }
  static NOIPA void check(int number)
  {
    if (number < 0)
      throw std::invalid_argument("negative");
  }
  int id;
  char *buffer;
};

static NOIPA Session *open_session(int number)
{
  return new Session(number); // @lost
}

int main()
{
  try {
    delete open_session(-1);
  } catch (const std::invalid_argument &) {
    return 0;
  }
  return 1;
}
