// SPDX-License-Identifier: GPL-2.0-or-later
// Losses of 1,337 bytes or so in pairs, for scripts: the first of each pair, or with the argument "others" the second one,
// which is reached in nearly the same way.
// run: --leak-check=full
// expect: are definitely lost
// run: --leak-check=full -- others
// expect: are definitely lost
#include "guest.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

static void *volatile sink;
static bool is_other;

// A library's wrapper, and two functions that call it.
extern "C" NOINLINE void *own_malloc(size_t size)
{
  return malloc(size);
}

static NOINLINE void lose_by_wrapper()
{
  sink = own_malloc(1337);
}

static NOINLINE void lose_by_wrapper_elsewhere()
{
  sink = own_malloc(1338);
}

// A class with an allocator of its own.
struct counted {
  char text[1339];
  static NOINLINE void *operator new(size_t size)
  {
    return malloc(size);
  }
};

static NOINLINE void lose_counted()
{
  sink = new counted;
}

static NOINLINE void lose_counted_elsewhere()
{
  sink = new counted;
}

// What a container holds, and what its elements hold.
struct element {
  char *text;
  NOINLINE element() : text(is_other ? new char[1340] : nullptr) {}
};

static NOINLINE void lose_in_container()
{
  if (is_other) {
    std::vector<element> elements;
    elements.emplace_back();
  } else {
    auto *elements = new std::vector<element>;
    elements->emplace_back();
    sink = elements;
  }
}

// What a function of the C library allocates, and what it calls does.
static NOINLINE int compare(const void *a, const void *b)
{
  sink = malloc(1341);
  return *static_cast<const int *>(a) - *static_cast<const int *>(b);
}

static NOINLINE void lose_by_library()
{
  int numbers[] = {2, 1};
  if (is_other)
    qsort(numbers, 2, sizeof numbers[0], compare);
  else
    sink = strdup("lost by the library");
}

// Recursion, with another function under it.
static NOINLINE void lose_in_recursion_elsewhere()
{
  sink = malloc(1342);
}

static NOINLINE void lose_in_recursion(int depth)
{
  if (depth > 0)
    lose_in_recursion(depth - 1);
  else if (is_other)
    lose_in_recursion_elsewhere();
  else
    sink = malloc(1342);
  sink = nullptr;
}

int main(int argc, char **argv)
{
  is_other = argc > 1 && strcmp(argv[1], "others") == 0;
  is_other ? lose_by_wrapper_elsewhere() : lose_by_wrapper();
  is_other ? lose_counted_elsewhere() : lose_counted();
  lose_in_container();
  lose_by_library();
  lose_in_recursion(2);
  // Of main itself there is but one; scripts run the program by another name.
  auto lose_in_lambda = [] { sink = malloc(1343); };
  lose_in_lambda();
  sink = malloc(1344);
  sink = nullptr;
  scrub();
}
