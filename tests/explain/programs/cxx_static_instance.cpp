// SPDX-License-Identifier: GPL-2.0-or-later
// A singleton is made anew on request, and the old one is forgotten.
// explain: 1337 overwritten block in instance @lost; static instance in instance; value from instance @lost
#include "explain.h"

struct Service {
  char state[1337];
  static NOIPA Service &instance(bool fresh)
  {
    static Service *instance;
    if (fresh)
      instance = new Service(); // @lost
    return *instance;
  }
};

int main()
{
  Service::instance(true);
  Service::instance(true);
  delete &Service::instance(false);
}
