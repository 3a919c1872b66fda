// SPDX-License-Identifier: GPL-2.0-or-later
// The same when all of the standard library is inlined.
// flags: -g -O0 -> -g -O2
// findings: 1
// expect: same 1, gate passes
// place: @push
#include <cstring>
#include <new>
#include <vector>

alignas(16) static char room[sizeof(std::vector<int>)];

__attribute__((noinline)) static void put(std::vector<int> &numbers, int number)
{
  numbers.push_back(number); // @push
}

int main()
{
  put(*new (room) std::vector<int>, 1337);
  memset(room, 0, sizeof room);
  __asm__ volatile("" : : "r"(room) : "memory");
}
