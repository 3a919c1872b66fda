// SPDX-License-Identifier: GPL-2.0-or-later
// People are shown what an inlined function is declared in. Memcheck's text and suppressions have its name alone.
// build: -O2
// run:
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by fill (symbols_inline_cxx.cpp:@fill)
// next: by put (symbols_inline_cxx.cpp:@put)
// next: by keep (symbols_inline_cxx.cpp:@keep)
// next: by work(int) (symbols_inline_cxx.cpp:@work)
// next: by main (symbols_inline_cxx.cpp:@main)
// run: --style=people
// only: seep
// expect: leak: 1,337 bytes in 1 block lost
// next: symbols_inline_cxx.cpp:@fill in store::Cache::Slot::fill
// expect: called by store::Cache::put (
// next: store::(anonymous namespace)::keep (
// next: work (
// next: main (
// file: plain.supp
//| {
//|    plain
//|    Memcheck:Leak
//|    fun:malloc
//|    fun:fill
//|    fun:put
//|    fun:keep
//|    fun:_ZL4worki
//| }
// file: whole.supp
//| {
//|    whole
//|    Memcheck:Leak
//|    fun:malloc
//|    fun:store::Cache::Slot::fill
//| }
// run: --suppressions=plain.supp
// reject: definitely lost in
// run: --suppressions=whole.supp
// expect: definitely lost in
#include "guest.h"
#include <stdlib.h>
#define INLINE inline __attribute__((always_inline))
static void *volatile sink;
namespace store {
struct Cache {
  struct Slot {
    INLINE void fill(int size) { sink = malloc(size); } // @fill
  };
  INLINE void put(int size)
  {
    Slot().fill(size); // @put
  }
};
namespace {
INLINE void keep(int size)
{
  Cache().put(size); // @keep
}
}
}
static NOINLINE void work(int size)
{
  store::keep(size); // @work
  sink = nullptr;
}
int main()
{
  work(1337); // @main
  scrub();
}
