// SPDX-License-Identifier: GPL-2.0-or-later
// A vector of raw pointers goes out of scope: its memory is freed, its elements are not.
// explain: 3 x 1337 freed in work @lost; block
#include "explain.h"
#include <vector>

struct Widget {
  char text[1337];
};

static NOIPA void fill(std::vector<Widget *> &widgets)
{
  for (int i = 0; i < 3; i++)
    widgets.push_back(new Widget());
}

static NOIPA int work()
{
  std::vector<Widget *> widgets; // @lost
  fill(widgets);
  return widgets.back()->text[0]; // @lost
} // @lost

int main()
{
  return work();
}
