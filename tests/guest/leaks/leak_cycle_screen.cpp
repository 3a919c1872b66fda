// SPDX-License-Identifier: GPL-2.0-or-later
// All places of a cycle are shown, each once, and that a weak reference would end it, where its types have one.
// needs: seep
// compare: no, Memcheck has one style
// run: --style=people -- counted
// only: seep
// expect: in a cycle
// next: leak_cycle_screen.cpp:@FIRST in ring
// expect: ^ allocated here
// expect: leak_cycle_screen.cpp:@SECOND in ring
// expect: - allocated here
// expect: = help: use a weak reference: make one pointer of the cycle a std::weak_ptr
// reject: call paths lead here
// run: --style=people -- plain
// only: seep
// expect: in a cycle
// next: leak_cycle_screen.cpp:@ONE in plain
// expect: leak_cycle_screen.cpp:@TWO in plain
// expect: - allocated here
// expect: leak_cycle_screen.cpp:@THREE in plain
// expect: leak_cycle_screen.cpp:@FOUR in plain
// expect: = note: 1 more place is part of the cycle
// reject: weak
#include <cstdlib>
#include <cstring>
#include <memory>
struct Node {
  std::shared_ptr<Node> next;
  char text[333];
};
static void ring()
{
  auto a = std::make_shared<Node>(); // @FIRST
  auto b = std::make_shared<Node>(); // @SECOND
  a->next = b;
  b->next = a;
}
static void plain()
{
  void *volatile blocks[5];
  blocks[0] = std::malloc(331); // @ONE
  blocks[1] = std::malloc(332); // @TWO
  blocks[2] = std::malloc(333); // @THREE
  blocks[3] = std::malloc(334); // @FOUR
  blocks[4] = std::malloc(335);
  for (int i = 0; i < 5; i++)
    *static_cast<void **>(blocks[i]) = blocks[(i + 1) % 5];
  for (int i = 0; i < 5; i++)
    blocks[i] = nullptr;
}
int main(int, char **argv)
{
  std::strcmp(argv[1], "plain") ? ring() : plain();
}
