// SPDX-License-Identifier: GPL-2.0-or-later
// A vector on the heap, which is lost with its storage, grows in a function.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made

#include "pair.h"

#include <cstring>
#include <new>
#include <vector>

struct room {
  alignas(16) char bytes[sizeof(std::vector<long>)];
  std::vector<long> &get() { return *reinterpret_cast<std::vector<long> *>(bytes); }
};

static void add(std::vector<long> &to)
{
  to.push_back(1);
  to.push_back(2);
}

static APART int first(void)
{
  room one;
  new (one.bytes) std::vector<long>; add(one.get());
  int used = (int)one.get()[0];
  one.get().~vector(); //>
  return used;
}

static APART int second(void)
{
  room one_2;
  new (one_2.bytes) std::vector<long>; add(one_2.get()); // @made
  int used = (int)one_2.get()[0];
  one_2.get().~vector(); //<
  return used;
}
