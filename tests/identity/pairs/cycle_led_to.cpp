// SPDX-License-Identifier: GPL-2.0-or-later
// A lost object holds a cycle. Has it the lower address it has claimed the cycle, else the cycle is definitely lost as well: the
// order of addresses must not matter.
// baseline: equal
// run: ./prog 0 -> ./prog 1
// expect: same 1, gate passes
// or: same 2, gate passes
#include <cstdlib>
#include <memory>

struct child;
struct parent {
  std::shared_ptr<child> other;
  char room[77];
};
struct child {
  std::shared_ptr<parent> other;
  char room[77];
};
struct owner {
  std::shared_ptr<child> held;
  char room[1337];
};

static owner *volatile kept;

static void make_owner()
{
  kept = new owner;
}

static std::shared_ptr<child> make_cycle()
{
  auto one = std::make_shared<parent>();
  auto other = std::make_shared<child>();
  one->other = other;
  other->other = one;
  return other;
}

int main(int, char **argv)
{
  std::shared_ptr<child> other;
  if (atoi(argv[1]))
    other = make_cycle();
  make_owner();
  if (!other)
    other = make_cycle();
  kept->held = other;
  other.reset();
  kept = nullptr;
}
