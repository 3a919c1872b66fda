// SPDX-License-Identifier: GPL-2.0-or-later
// Short strings, whose buffers are partly undefined, moved, swapped, compared and sorted at -O2.
// build: -O2
// run:
// stdout: 0 99 251
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>
int main()
{
  std::vector<std::string> names;
  for (int i = 0; i < 100; i++)
    names.push_back(std::to_string(i * 37 % 100));
  std::sort(names.begin(), names.end());
  std::string moved = std::move(names[50]);
  std::swap(moved, names[10]);
  std::size_t length = 0;
  for (auto &name : names)
    length += name.size() + (name == "7") * 63;
  printf("%s %s %zu\n", names.front().c_str(), names.back().c_str(), length);
}
