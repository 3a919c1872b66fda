// SPDX-License-Identifier: GPL-2.0-or-later
// A delete that is told another size or alignment than the block was made with, or one where there was none, or none
// where there was one. Right ones are no errors, also of blocks whose usable size was asked for.
// build: -std=c++17 -fsized-deallocation -Wno-mismatched-new-delete
// compare: no, Valgrind 3.19 knows no sizes
// needs: seep
// run:
// expect: Mismatched new/delete size value: 1336
// next: at operator delete(void*, unsigned long)
// next: by main (delete_other_size.cpp:@size)
// next: is 0 bytes inside a block of size 1,337 alloc'd
// next: at operator new(unsigned long)
// next: by main (delete_other_size.cpp:@made)
// expect: Mismatched new[][/delete[] size value: 1339
// expect: Mismatched new/delete size value: 1341
// next: at operator delete(void*, unsigned long, std::align_val_t)
// next: by main (delete_other_size.cpp:@both)
// expect: Mismatched new/delete alignment alloc value: 64 dealloc value: 128
// next: at operator delete(void*, unsigned long, std::align_val_t)
// expect: Mismatched new[]/delete[] alignment alloc value: 64 dealloc value: default-aligned
// next: at operator delete[](void*)
// expect: Mismatched new/delete alignment alloc value: default-aligned dealloc value: 16
// next: at operator delete(void*, std::align_val_t, std::nothrow_t const&)
// expect: Invalid alignment value: 48 (should be non-zero and a power of 2)
// next: at operator delete(void*, std::align_val_t)
// expect: Mismatched new/delete alignment alloc value: 32 dealloc value: 48
// expect: Invalid alignment value: 48 (should be non-zero and a power of 2)
// next: at operator new(unsigned long, std::align_val_t, std::nothrow_t const&)
// expect: ERROR SUMMARY: 9 errors from 9 contexts
#include <malloc.h>
#include <new>

static void right()
{
  operator delete(operator new(1), std::size_t(1));
  operator delete(operator new(1337, std::align_val_t(1)), std::align_val_t(1));
  operator delete[](operator new[](0, std::align_val_t(256)), std::size_t(0), std::align_val_t(256));
  operator delete(operator new(1337, std::align_val_t(64)), std::size_t(1337));
  for (unsigned alignment = 1; alignment <= 1 << 20; alignment *= 2)
    operator delete(operator new(7, std::align_val_t(alignment)), std::size_t(7), std::align_val_t(alignment));
  void *block = operator new(1337);
  operator delete(block, malloc_usable_size(block) < 1337 ? std::size_t(0) : std::size_t(1337));
  block = operator new(1337, std::align_val_t(64));
  if (malloc_usable_size(block) >= 1337)
    operator delete(block, std::size_t(1337), std::align_val_t(64));
}

int main()
{
  right();
  void *block = operator new(1337);          // @made
  operator delete(block, std::size_t(1336)); // @size
  operator delete[](operator new[](1338), std::size_t(1339));
  operator delete(operator new(1340, std::align_val_t(64)), std::size_t(1341), std::align_val_t(128)); // @both
  operator delete[](operator new[](1342, std::align_val_t(64)));
  operator delete(operator new(1343), std::align_val_t(16), std::nothrow);
  operator delete(operator new(1344, std::align_val_t(32)), std::align_val_t(48));
  return operator new(1345, std::align_val_t(48), std::nothrow) != nullptr;
}
