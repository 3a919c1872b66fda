// SPDX-License-Identifier: GPL-2.0-or-later
// Of two lambdas of one function the first is fixed, and the second gets a leak of the same size.
// findings: 1
// expect: new 1, fixed 1, gate fails
static void *volatile kept;

static void load(unsigned number)
{
  auto fill = [number] {
    char *memory = new char[number];
    kept = memory;
    delete[] memory; //>
  };
  auto spill = [number] {
    char *memory = new char[number];
    kept = memory;
    delete[] memory; //<
  };
  fill();
  spill();
  kept = nullptr;
}

int main()
{
  load(1337);
}
