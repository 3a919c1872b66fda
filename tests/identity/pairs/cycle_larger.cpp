// SPDX-License-Identifier: GPL-2.0-or-later
// A third type joins a cycle, which loses more than before. Whether it is the same cycle is open; but no gate lets it pass.
// findings: 1
// expect: grown 1, gate fails
// or: new 1, fixed 1, gate fails
// or: moved 1, gate fails
#include <memory>

struct child;
struct toy;
struct parent {
  std::shared_ptr<child> other;
  char room[77];
};
struct child {
  std::shared_ptr<parent> other; //<
  std::shared_ptr<toy> other; //>
  char room[77];
};
struct toy { //>
  std::shared_ptr<parent> other; //>
  char room[77]; //>
}; //>

int main()
{
  auto one = std::make_shared<parent>();
  auto other = std::make_shared<child>();
  one->other = other;
  other->other = one; //<
  auto third = std::make_shared<toy>(); //>
  other->other = third; //>
  third->other = one; //>
}
