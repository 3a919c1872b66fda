// SPDX-License-Identifier: GPL-2.0-or-later
// An object is deleted as its base class, whose destructor is not virtual: that of the derived class does not run.
// explain: 1337 freed in drop @lost; block +16 from make @object; stored in Derived @stored
#include "explain.h"
#pragma GCC diagnostic ignored "-Wdelete-non-virtual-dtor"

struct Base {
  virtual int kind() { return 1; }
  int number = 0;
};
struct Derived : Base {
  Derived() { text = new char[1337]; } // @stored @object
  ~Derived() { delete[] text; }
  int kind() override { return 2; }
  char *text;
};

static NOIPA Base *make()
{
  return new Derived; // @object @stored
}

static NOIPA int drop(Base *base)
{
  int kind = base->kind();
  delete base; // @lost
  return kind;
}

int main()
{
  return drop(make()) != 2;
}
