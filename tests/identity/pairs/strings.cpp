// SPDX-License-Identifier: GPL-2.0-or-later
// Long strings are lost at two lines of one function, one of which is fixed.
// findings: 2 -> 1
// expect: same 1, fixed 1, gate passes
// place: @second
#include <cstring>
#include <new>
#include <string>

alignas(16) static char room[2][sizeof(std::string)];

static void name_it(const char *name)
{
  new (room[0]) std::string(name);
  reinterpret_cast<std::string *>(room[0])->~basic_string(); //>
  new (room[1]) std::string(name); // @second
}

int main()
{
  name_it("a name that does not fit into the string itself");
  memset(room, 0, sizeof room);
}
