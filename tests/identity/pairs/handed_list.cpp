// SPDX-License-Identifier: GPL-2.0-or-later
// A list is made and returned, whose nodes the library links.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <list>

#include "pair.h"

typedef std::list<int> numbers;

static numbers count(int last)
{
  numbers all;
  for (int i = 1; i <= last; i++)
    all.push_back(i);
  return all;
}

static APART int first(void)
{
  alignas(numbers) char one_room[sizeof(numbers)];
  numbers *one = new (one_room) numbers(count(3));
  int used = one->front();
  one->~numbers(); //>
  return used;
}

static APART int second(void)
{
  alignas(numbers) char other_room[sizeof(numbers)];
  numbers *other = new (other_room) numbers(count(3)); // @made
  int used = other->front();
  other->~numbers(); //<
  return used;
}
