// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: a program that has an operator new of its own, but no delete, gets blocks from malloc() which the C++
// library's delete frees: that is no mismatch, as one is made of the other.
// compare: no, it is Seep's own
// build: -Wno-mismatched-new-delete
// run: --checks=leaks
// stdout: own
// reject: Mismatched
// expect: All heap blocks were freed
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>

void *operator new(std::size_t bytes)
{
  return std::malloc(bytes);
}

int main()
{
  delete new int(1337);
  delete[] new int[1337];
  std::string *volatile text = new std::string(1337, 'x');
  delete text;
  std::puts("own");
  std::fflush(stdout);
}
