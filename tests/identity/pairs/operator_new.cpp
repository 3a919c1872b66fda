// SPDX-License-Identifier: GPL-2.0-or-later
// The program has its own operator new: places are where new stands.
// findings: 2
// expect: same 2, gate passes
// place: @numbers @text
#include <cstdlib>
#include <new>

static void *volatile kept;

void *operator new(std::size_t bytes)
{
  void *memory = std::malloc(bytes ? bytes : 1);
  if (!memory)
    throw std::bad_alloc();
  return memory;
}

void operator delete(void *memory) noexcept
{
  std::free(memory);
}

void operator delete(void *memory, std::size_t) noexcept
{
  std::free(memory);
}

static void load()
{
  kept = new int(7); // @numbers
}

static void parse()
{
  kept = nullptr; //>
  kept = new char[77]; // @text
}

int main()
{
  load();
  parse();
  kept = nullptr;
}
