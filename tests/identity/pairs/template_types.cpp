// SPDX-License-Identifier: GPL-2.0-or-later
// A template that loses memory is instantiated with two types, then with two others: what a person would fix once.
// findings: 1
// expect: same 1, gate passes
// place: @leak
static void *volatile kept;

template <typename T>
static void note(T value)
{
  T *copy = new T[16]; // @leak
  copy[0] = value;
  kept = copy;
}

int main()
{
  note(1);
  note(1.0f); //<
  note(1u); //>
  kept = nullptr;
}
