// SPDX-License-Identifier: GPL-2.0-or-later
// All allocations of one function fail, in each of the ways there are: a new that throws throws, after the program's handler had
// its say. Those of other functions do not fail.
// compare: no, Memcheck has no such option
// run: --fail-alloc=Table::make
// stdout: others: 0
// stdout: null: 3
// stdout: thrown: 3
// stdout: handled: 1
// expect: An allocation of 1,337 bytes fails, as --fail-alloc=Table::make asks for:
// next: at malloc (
// next: by Table::make(int) (fail_alloc_place.cpp:@malloc)
// reject: __cxa_allocate_exception
// expect: All heap blocks were freed -- no leaks are possible
#include <cstdio>
#include <cstdlib>
#include <new>

static int handled;

static void on_no_memory()
{
  handled++;
  std::set_new_handler(nullptr);
}

struct Table {
  __attribute__((noinline)) static void *make(int how)
  {
    switch (how) {
    case 0:
      return malloc(1337); // @malloc
    case 1:
      return calloc(7, 191);
    case 2:
      return operator new(1337, std::nothrow);
    case 3:
      return operator new(1337);
    case 4:
      return operator new[](1337);
    default:
      return operator new(1337, std::align_val_t(64));
    }
  }
};

__attribute__((noinline)) static void *make(int how)
{
  return how % 2 == 0 ? malloc(1337) : calloc(7, 191);
}

int main()
{
  int nulls = 0, others = 0, thrown = 0;
  for (int how = 0; how < 6; how++) {
    void *block = make(how);
    others += block == nullptr;
    free(block);
    if (how == 4)
      std::set_new_handler(on_no_memory);
    try {
      nulls += Table::make(how) == nullptr;
    } catch (const std::bad_alloc &) {
      thrown++;
    }
  }
  printf("others: %d\nnull: %d\nthrown: %d\nhandled: %d\n", others, nulls, thrown, handled);
}
