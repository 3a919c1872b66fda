// SPDX-License-Identifier: GPL-2.0-or-later
// Two classes have member functions of one name; the one is fixed.
// findings: 2 -> 1
// expect: same 1, fixed 1, gate passes
static void *volatile kept;

struct table {
  void load()
  {
    char *memory = new char[1337];
    kept = memory;
    delete[] memory; //>
  }
};

struct tree {
  void load() { kept = new char[1337]; }
};

int main()
{
  table().load();
  tree().load();
  kept = nullptr;
}
