// SPDX-License-Identifier: GPL-2.0-or-later
// A virtual call on a deleted object.
// run:
// expect: Invalid read of size 8
// next: at main (cxx_deleted_object.cpp:@call)
// next: is 0 bytes inside a block of size 1,344 free'd
// next: at operator delete(void*, unsigned long)
// expect: Block was alloc'd at
// next: at operator new(unsigned long)
// next: by main (cxx_deleted_object.cpp:@new)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
struct thing {
  char bytes[1336];
  virtual ~thing() {}
  virtual int number() { return 7; }
};
int main()
{
  thing *volatile one = new thing; // @new
  delete one;
  return one->number() - 7; // @call
}
