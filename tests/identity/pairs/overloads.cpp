// SPDX-License-Identifier: GPL-2.0-or-later
// Of two functions of one name with other parameters one is fixed, and the other one gets a leak.
// findings: 1
// expect: new 1, fixed 1, gate fails
static void *volatile kept;

static void load(int)
{
  char *memory = new char[1337];
  kept = memory;
  delete[] memory; //>
}

static void load(double)
{
  char *memory = new char[1337];
  kept = memory;
  delete[] memory; //<
}

int main()
{
  load(1);
  load(1.0);
  kept = nullptr;
}
