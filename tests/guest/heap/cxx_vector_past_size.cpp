// SPDX-License-Identifier: GPL-2.0-or-later
// The element behind the last one of a vector, within its capacity: addressable, but undefined.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (cxx_vector_past_size.cpp:@read)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <vector>
int main()
{
  std::vector<int> items;
  items.reserve(100);
  items.push_back(1);
  int *data = items.data(), count = 0;
  if (data[1]) // @read
    count++;
  return count == 7;
}
