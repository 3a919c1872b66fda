// SPDX-License-Identifier: GPL-2.0-or-later
// A function adds to a map, whose nodes the library links.
// quick:
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <map>
#include <string>

#include "pair.h"

typedef std::map<int, long> numbers;

static void add(numbers &all, int number)
{
  all[number] = number;
}

static APART int first(void)
{
  alignas(numbers) char one_room[sizeof(numbers)];
  numbers *one = new (one_room) numbers;
  add(*one, 1); add(*one, 2);
  int used = (int)(*one)[1];
  one->clear(); //>
  return used;
}

static APART int second(void)
{
  alignas(numbers) char other_room[sizeof(numbers)];
  numbers *other = new (other_room) numbers;
  add(*other, 1); add(*other, 2); // @made
  int used = (int)(*other)[1];
  other->clear(); //<
  return used;
}
