// SPDX-License-Identifier: GPL-2.0-or-later
// A cycle of two types by shared_ptr, of which the one or the other has the lower address.
// quick:
// baseline: equal
// findings: 1
// expect: same 1, gate passes
// run: ./prog 0 -> ./prog 1
#include <cstdlib>
#include <memory>

struct child;
struct parent {
  std::shared_ptr<child> other;
  char room[77];
};
struct child {
  std::shared_ptr<parent> other;
  char room[177];
};

static std::shared_ptr<parent> make_parent()
{
  return std::make_shared<parent>();
}

static std::shared_ptr<child> make_child()
{
  return std::make_shared<child>();
}

static void join(bool is_child_first)
{
  std::shared_ptr<parent> one;
  std::shared_ptr<child> other;
  for (int i = 0; i < 2; i++)
    if (i == is_child_first)
      one = make_parent();
    else
      other = make_child();
  one->other = other;
  other->other = one;
}

int main(int, char **argv)
{
  join(atoi(argv[1]));
}
