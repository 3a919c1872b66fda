// SPDX-License-Identifier: GPL-2.0-or-later
// The exception itself carries the pointer; it is freed when the handler ends.
// explain: 1337 freed in run @lost; block / memory
#include "explain.h"

struct Trouble {
  int code;
  char *details;
};

static NOIPA void fail()
{
  throw Trouble{3, new char[1337]};
}

static NOIPA int run()
{
  int code = 0;
  try {
    fail();
  } catch (const Trouble &trouble) {
    code = trouble.code; // @lost
  } // @lost
  return code; // @lost
}

int main()
{
  return run() != 3;
}
