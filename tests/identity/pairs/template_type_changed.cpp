// SPDX-License-Identifier: GPL-2.0-or-later
// The class whose template loses memory gets another name for its parameter, and one parameter more.
// findings: 1
// expect: same 1, gate passes
// or: moved 1, gate passes
static void *volatile kept;

template <typename T> //<
template <typename Value, int reserve = 1> //>
struct table {
  void note()
  {
    kept = new T[7]; //<
    kept = new Value[7]; //>
  }
};

int main()
{
  table<int>().note();
  kept = nullptr;
}
