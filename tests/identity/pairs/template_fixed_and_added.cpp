// SPDX-License-Identifier: GPL-2.0-or-later
// In a template a leak is fixed at one line, and one of the same size is added at another one.
// findings: 1
// expect: new 1, fixed 1, gate fails
static void *volatile kept;

template <typename T>
static void note(T value)
{
  T *first = new T[16];
  T *second = new T[16];
  first[0] = second[0] = value;
  kept = first;
  kept = second;
  delete[] first; //<
  delete[] second; //>
}

int main()
{
  note(1);
  note(1.0f);
  kept = nullptr;
}
