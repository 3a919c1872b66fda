// SPDX-License-Identifier: GPL-2.0-or-later
// A container of the program itself grows.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made

#include "pair.h"

template<class T> struct array {
  T *items = nullptr;
  unsigned used = 0, room = 0;
  void push(const T &item)
  {
    if (used == room)
      grow();
    items[used++] = item;
  }
  void grow()
  {
    T *more = new T[room = room ? 2 * room : 7];
    for (unsigned i = 0; i < used; i++)
      more[i] = items[i];
    delete[] items;
    items = more;
  }
};

static APART int first(void)
{
  array<long> one; one.push(1);
  int used = (int)one.items[0];
  delete[] one.items; //>
  return used;
}

static APART int second(void)
{
  array<long> one_2; one_2.push(1); // @made
  int used = (int)one_2.items[0];
  delete[] one_2.items; //<
  return used;
}
