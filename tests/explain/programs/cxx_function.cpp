// SPDX-License-Identifier: GPL-2.0-or-later
// A std::function has captured a raw pointer by value; when it gets another target, its old capture is freed.
// explain: 1337 freed in change @lost; block +16
#include "explain.h"
#include <functional>

std::function<int()> g_action;

static NOIPA void set()
{
  char *buffer = new char[1337]();
  long a = 1, b = 2;
  g_action = [a, b, buffer] { return static_cast<int>(a + b) + buffer[0]; };
}

static NOIPA void change()
{
  g_action = nullptr; // @lost
}

int main()
{
  set();
  int three = g_action();
  change();
  return three != 3;
}
