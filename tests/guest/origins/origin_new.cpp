// SPDX-License-Identifier: GPL-2.0-or-later
// Memory from operator new[] is a heap allocation like any other.
// run: --track-origins=yes
// expect: Conditional jump or move depends on uninitialised value(s)
// expect: Uninitialised value was created by a heap allocation
// next: at operator new[](unsigned long)
// next: by main (origin_new.cpp:@made)
int main()
{
  int *volatile p = new int[10]; // @made
  int result = p[3] ? 1 : 0;
  delete[] p;
  return result & 0;
}
