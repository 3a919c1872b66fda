// SPDX-License-Identifier: GPL-2.0-or-later
// std::optional and std::variant: what is not engaged is never looked at, even by optimised comparisons.
// build: -O2 -std=c++17
// run:
// stdout: 6
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "guest.h"
#include <cstdio>
#include <optional>
#include <string>
#include <variant>
static NOINLINE std::optional<int> maybe(int i)
{
  return i & 1 ? std::optional<int>(i) : std::nullopt;
}
static NOINLINE std::variant<int, double, std::string> any(int i)
{
  if (i == 0)
    return i;
  return i == 1 ? std::variant<int, double, std::string>(1.5) : std::string("text");
}
int main()
{
  int equal = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      equal += maybe(i) == maybe(j);
      if (any(i) == any(j) && i != j)
        return 1;
    }
  printf("%d\n", equal + (any(2) == any(5)));
}
