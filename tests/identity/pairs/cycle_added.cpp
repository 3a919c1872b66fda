// SPDX-License-Identifier: GPL-2.0-or-later
// A second cycle, of other types, is added to one that was there.
// findings: 1 -> 2
// expect: same 1, new 1, gate fails
#include <memory>

template <int room>
struct node {
  std::shared_ptr<node> other;
  char text[room];
};

static void lose_first()
{
  auto one = std::make_shared<node<77>>();
  auto other = std::make_shared<node<77>>();
  one->other = other;
  other->other = one;
}

static void lose_second() //>
{ //>
  auto one = std::make_shared<node<177>>(); //>
  auto other = std::make_shared<node<177>>(); //>
  one->other = other; //>
  other->other = one; //>
} //>

int main()
{
  lose_first();
  lose_second(); //>
}
