// SPDX-License-Identifier: GPL-2.0-or-later
// Sorting structures with padding, by a comparison of their members.
// build: -O2
// run:
// stdout: 0 999
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <algorithm>
#include <cstdio>
#include <vector>
struct item {
  char kind;
  int key;
  short more;
  bool operator<(const item &other) const { return key != other.key ? key < other.key : kind < other.kind; }
};
int main()
{
  std::vector<item> items(1000);
  for (int i = 0; i < 1000; i++) {
    item *one = new item;
    one->kind = i % 3;
    one->key = i * 7919 % 1000;
    one->more = i;
    items[i] = *one;
    delete one;
  }
  std::sort(items.begin(), items.end());
  std::stable_sort(items.rbegin(), items.rend());
  printf("%d %d\n", items.back().key, items.front().key);
}
