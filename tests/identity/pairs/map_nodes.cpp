// SPDX-License-Identifier: GPL-2.0-or-later
// The nodes of a map are lost; another line that inserts into it is added.
// findings: 1 -> 2
// expect: same 1, new 1, gate fails
// place: @first @second
#include <cstring>
#include <map>
#include <new>

alignas(16) static char room[2][sizeof(std::map<int, int>)];

static void fill(std::map<int, int> *maps)
{
  maps[0][7] = 1337; // @first
  maps[1].emplace(8, 1338); // @second //>
}

int main()
{
  for (char *one : {room[0], room[1]})
    new (one) std::map<int, int>;
  fill(reinterpret_cast<std::map<int, int> *>(room));
  memset(room, 0, sizeof room);
}
