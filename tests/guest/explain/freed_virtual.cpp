// SPDX-License-Identifier: GPL-2.0-or-later
// A virtual function of a deleted object is called through a pointer in another object.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=all
// expect: Invalid read of size 8
// next: main (freed_virtual.cpp:@use)
// expect: inside a block of size 1,344 free'd
// expect: A pointer to it is at offset 8 of a block allocated in main() (freed_virtual.cpp:@made); it was stored there in Owner::take() (freed_virtual.cpp:@stored).
#include "guest.h"
struct Shape {
  virtual ~Shape() {}
  virtual int area() const { return 42; }
  char rest[1329];
};
struct Owner {
  NOINLINE void take(Shape *taken)
  {
    shape = taken; // @stored
  }
  long number = 0;
  Shape *volatile shape = nullptr;
};
static NOINLINE void drop(Shape *shape)
{
  delete shape;
}
int main()
{
  Owner *owner = new Owner; // @made
  owner->take(new Shape);
  scrub();
  drop(owner->shape);
  scrub();
  const int area = owner->shape->area(); // @use
  delete owner;
  return area != 42;
}
