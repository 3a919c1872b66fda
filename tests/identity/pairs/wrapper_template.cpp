// SPDX-License-Identifier: GPL-2.0-or-later
// A wrapper that is a template hands on memory to three functions: three findings.
// quick:
// findings: 3
// expect: same 3, gate passes
// place: @numbers @words @bytes
#include <cstdlib>
#include <new>

static void *volatile kept;

template <typename T>
static T *allocate(size_t count)
{
  void *memory = std::malloc(count * sizeof(T));
  if (!memory)
    throw std::bad_alloc();
  return static_cast<T *>(memory);
}

static void load_numbers()
{
  kept = allocate<int>(19); // @numbers
}

static void load_words()
{
  kept = nullptr; //>
  kept = allocate<char *>(77); // @words
}

static void load_bytes()
{
  kept = allocate<char>(1337); // @bytes
}

int main()
{
  load_numbers();
  load_words();
  load_bytes();
  kept = nullptr;
}
