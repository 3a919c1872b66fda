// SPDX-License-Identifier: GPL-2.0-or-later
// A string that a function appends to is lost with its storage.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made

#include "pair.h"

#include <new>
#include <string>

struct room {
  alignas(16) char bytes[sizeof(std::string)];
  std::string &get() { return *reinterpret_cast<std::string *>(bytes); }
};

static void add(std::string &to)
{
  to.append(1337, 1);
}

static APART int first(void)
{
  room one;
  new (one.bytes) std::string; add(one.get());
  int used = one.get()[0];
  one.get().~basic_string(); //>
  return used;
}

static APART int second(void)
{
  room one_2;
  new (one_2.bytes) std::string; add(one_2.get()); // @made
  int used = one_2.get()[0];
  one_2.get().~basic_string(); //<
  return used;
}
