// SPDX-License-Identifier: GPL-2.0-or-later
// Allocation functions that take an alignment or a size: values that cannot be meant are reported, and those that the block was
// not made with.
// build: -std=c++17 -fno-builtin
// compare: no, Valgrind 3.19 has no such errors
// needs: seep
// run: --gen-suppressions=all
// expect: Mismatched new/delete size value: 1338
// next: at
// next: by main (heap_aligned_misuse.cpp:@sized)
// next: is 0 bytes inside a block of size 1,337 alloc'd
// expect: Memcheck:SizeMismatch
// next: fun:_ZdlPvm
// expect: Mismatched new[][/delete[] size value: 1336
// expect: Mismatched new/delete size value: 1338
// expect: Mismatched new/delete alignment alloc value: 64 dealloc value: 128
// next: at
// next: by main (heap_aligned_misuse.cpp:@aligned)
// expect: Memcheck:AlignMismatch
// expect: Mismatched new[]/delete[] alignment alloc value: 64 dealloc value: default-aligned
// next: at
// next: by main (heap_aligned_misuse.cpp:@default)
// expect: Invalid alignment value: 48 (should be non-zero and a power of 2)
// next: operator new(unsigned long, std::align_val_t, std::nothrow_t const&)
// expect: Memcheck:BadAlign
// expect: Invalid alignment value: 63 (should be power of 2)
// next: memalign
// expect: Unsafe allocation with size of zero is implementation-defined
// next: memalign
// expect: Memcheck:UnsafeZeroSize
// expect: Invalid alignment value: 4 (should be non-zero, a power of 2 and a multiple of sizeof(void*))
// next: posix_memalign
// expect: Conditional jump or move depends on uninitialised value(s)
// next: operator delete(void*, unsigned long)
// next: by main (heap_aligned_misuse.cpp:@undefined)
// expect: All heap blocks were freed
// expect: ERROR SUMMARY: 10 errors from 10 contexts
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <new>
#include <valgrind/memcheck.h>

static void made_as_told()
{
  operator delete(operator new(1337), std::size_t(1337));
  operator delete[](operator new[](1337), std::size_t(1337));
  operator delete(operator new(1337, std::align_val_t(8)), 1337, std::align_val_t(8));
  operator delete[](operator new[](0, std::align_val_t(4096)), std::align_val_t(4096));
  operator delete(nullptr, std::size_t(1337));
  free(memalign(64, 1337));
  free(memalign(1 << 25, 1337)); // more than can be had
  void *block;
  if (posix_memalign(&block, 8, 1337) == 0)
    free(block);
}

int main()
{
  made_as_told();
  operator delete(operator new(1337), std::size_t(1338)); // @sized
  operator delete[](operator new[](1337), std::size_t(1336));
  operator delete(operator new(1337, std::align_val_t(64)), 1338, std::align_val_t(64));
  operator delete(operator new(1337, std::align_val_t(64)), std::align_val_t(128)); // @aligned
  operator delete[](operator new[](1337, std::align_val_t(64))); // @default
  if (operator new(1337, std::align_val_t(48), std::nothrow))
    return 1;
  free(memalign(63, 1337));
  free(memalign(64, 0));
  void *block;
  if (posix_memalign(&block, 4, 1337) != EINVAL)
    return 2;
  std::size_t undefined = 1337;
  VALGRIND_MAKE_MEM_UNDEFINED(&undefined, sizeof undefined);
  operator delete(operator new(1337), undefined); // @undefined
}
