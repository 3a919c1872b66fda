// SPDX-License-Identifier: GPL-2.0-or-later
// In front of a lambda that loses memory another lambda is added, which changes the number in its name.
// quick:
// findings: 1
// expect: same 1, gate passes
// place: @leak
#include <cstdio>

static void *volatile kept;

static void load(int number)
{
  auto tell = [number] { std::printf("%d\n", number); }; //>
  tell(); //>
  auto fill = [number] {
    kept = new char[static_cast<unsigned>(number)]; // @leak
  };
  fill();
  kept = nullptr;
}

int main()
{
  load(1337);
}
