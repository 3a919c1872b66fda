// SPDX-License-Identifier: GPL-2.0-or-later
// Maps, sets, hash tables and deques at -O2, with their growing and erasing.
// build: -O2
// run:
// stdout: 500 500 250
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <cstdio>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
int main()
{
  std::map<std::string, int> ordered;
  std::unordered_map<std::string, int> hashed;
  std::deque<short> queue;
  std::set<int> evens;
  for (int i = 0; i < 500; i++) {
    std::string name = "item number " + std::to_string(i);
    ordered[name] = hashed[name] = i;
    queue.push_back(i);
    if (i % 2)
      queue.pop_front();
    else
      evens.insert(i);
  }
  printf("%zu %zu %zu\n", ordered.size(), hashed.size(), queue.size() + evens.size() - 250);
}
