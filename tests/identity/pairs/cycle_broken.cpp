// SPDX-License-Identifier: GPL-2.0-or-later
// A cycle is broken up by a weak_ptr.
// findings: 1 -> 0
// expect: fixed 1, gate passes
#include <memory>

struct child;
struct parent {
  std::shared_ptr<child> other;
};
struct child {
  std::shared_ptr<parent> other; //<
  std::weak_ptr<parent> other; //>
};

int main()
{
  auto one = std::make_shared<parent>();
  auto other = std::make_shared<child>();
  one->other = other;
  other->other = one;
}
