// SPDX-License-Identifier: GPL-2.0-or-later
// A cycle of three types, allocated in another order, with other sizes' holes before it, and with things that hang from it; lines
// are inserted as well.
// findings: 1
// expect: same 1, gate passes
// run: ./prog 0 -> ./prog 2
#include <cstdlib>
#include <memory>
#include <string>

struct second;
struct third;
struct first {
  std::shared_ptr<second> next;
  std::string name = "a name that does not fit into the string itself";
};
struct second {
  std::shared_ptr<third> next;
  char room[100];
};
struct third {
  std::shared_ptr<first> next;
  std::unique_ptr<char[]> text{new char[1337]};
};

static std::shared_ptr<first> one;
static std::shared_ptr<second> two;
static std::shared_ptr<third> three;

static void make(int which)
{
  int number = which % 3; //>
  if (which % 3 == 0) //<
  if (number == 0) //>
    one = std::make_shared<first>();
  else if (which % 3 == 1)
    two = std::make_shared<second>();
  else
    three = std::make_shared<third>();
}

int main(int, char **argv)
{
  for (int i = 0; i < 3; i++)
    make(atoi(argv[1]) + i);
  one->next = two;
  two->next = three;
  three->next = one;
  one.reset();
  two.reset();
  three.reset();
}
