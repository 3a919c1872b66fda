// SPDX-License-Identifier: GPL-2.0-or-later
// A delete of what new[] made is one error, though it is told the size of one element as well, and one alignment; so is the reverse. Of
// the same family sizes count.
// build: -std=c++17 -fsized-deallocation -Wno-mismatched-new-delete
// compare: no, Valgrind 3.19 knows no sizes, later versions report both
// needs: seep
// run:
// expect: Mismatched free() / delete / delete []
// next: at operator delete(void*, unsigned long)
// next: by main (delete_other_family.cpp:@one)
// expect: Mismatched free() / delete / delete []
// next: at operator delete[](void*)
// expect: Mismatched free() / delete / delete []
// next: at operator delete(void*, std::align_val_t)
// expect: Mismatched free() / delete / delete []
// next: at operator delete(void*, unsigned long)
// next: by main (delete_other_family.cpp:@malloc)
// expect: Mismatched new/delete size value: 8
// next: at operator delete(void*, unsigned long)
// next: by main (delete_other_family.cpp:@size)
// expect: ERROR SUMMARY: 5 errors from 5 contexts
// run: --show-mismatched-frees=no
// reject: Mismatched free
// expect: Mismatched new/delete size value: 8
// expect: ERROR SUMMARY: 1 errors from 1 contexts
// run: --style=people
// expect: error: mismatched free: a block from operator new[] is freed by operator delete
// expect: error: mismatched free: a block of 32 bytes is freed as one of 8 bytes
// expect: seep: 5 mismatched frees, no leaks
#include <cstdlib>
#include <new>

struct base {
  long first;
};
struct derived : base {
  long more[3];
};

int main()
{
  int *volatile several = new int[4];
  delete several; // @one
  struct alignas(64) wide {
    char bytes[64];
  };
  void *volatile block = operator new(64, std::align_val_t(64));
  operator delete[](block);
  block = operator new[](64, std::align_val_t(64));
  operator delete(block, std::align_val_t(32));
  block = malloc(1337);
  operator delete(block, std::size_t(1338)); // @malloc
  base *volatile object = new derived;
  delete object; // @size
}
