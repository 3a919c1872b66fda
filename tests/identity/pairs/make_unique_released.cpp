// SPDX-License-Identifier: GPL-2.0-or-later
// What make_unique and make_shared make is lost where they were called.
// findings: 2
// expect: same 2, gate passes
// place: @unique @shared
#include <cstring>
#include <memory>

static void *volatile kept;
alignas(16) static char room[sizeof(std::shared_ptr<int>)];

static void lose()
{
  kept = std::make_unique<char[]>(1337).release(); // @unique
  kept = nullptr; //>
  new (room) std::shared_ptr<double>(std::make_shared<double>(1.0)); // @shared
}

int main()
{
  lose();
  kept = nullptr;
  memset(room, 0, sizeof room);
}
