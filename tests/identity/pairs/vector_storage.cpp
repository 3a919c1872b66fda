// SPDX-License-Identifier: GPL-2.0-or-later
// What a vector holds is lost at a line of the program: its place is not in the headers of the standard library.
// quick:
// findings: 1
// expect: same 1, gate passes
// place: @push
#include <cstring>
#include <new>
#include <vector>

alignas(16) static char room[sizeof(std::vector<int>)];

static void put(std::vector<int> &numbers, int number)
{
  if (number < 0) //>
    return; //>
  numbers.push_back(number); // @push
}

int main()
{
  put(*new (room) std::vector<int>, 1337);
  memset(room, 0, sizeof room);
}
