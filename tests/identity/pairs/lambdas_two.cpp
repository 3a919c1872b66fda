// SPDX-License-Identifier: GPL-2.0-or-later
// Of two lambdas of one function that lose memory the first is fixed, and so the second is numbered otherwise.
// findings: 2 -> 1
// expect: same 1, fixed 1, gate passes
static void *volatile kept;

static void load(unsigned number)
{
  auto fill = [number] { kept = new char[number]; }; //<
  auto spill = [number] { kept = new int[number]; };
  fill(); //<
  spill();
  kept = nullptr;
}

int main()
{
  load(1337);
}
