// SPDX-License-Identifier: GPL-2.0-or-later
// An object with a string is freed by free(), and its destructor does not run.
// explain: 1337 freed in drop @lost; block +0 from make @owner
#include "explain.h"
#include <cstdlib>
#include <new>
#include <string>

struct Owner {
  std::string name;
};

static NOIPA Owner *make()
{
  void *place = std::malloc(sizeof(Owner)); // @owner
  return new (place) Owner{std::string(1336, 'x')};
}

static NOIPA void drop(Owner *owner)
{
  std::free(owner); // @lost
}

int main()
{
  drop(make());
}
