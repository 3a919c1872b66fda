// SPDX-License-Identifier: GPL-2.0-or-later
// A class with a raw pointer has no assignment of its own: the one that the compiler makes copies the pointer.
// explain: 1337 overwritten block in assign @lost; global g_left; stored in fill @stored; value from fill @stored
#include "explain.h"

struct Image {
  long width = 0, height = 0;
  char *pixels = nullptr;
};
Image g_left, g_right;

static NOIPA void fill(Image &image)
{
  image.pixels = new char[1337]; // @stored
}

static NOIPA void assign(Image &to, const Image &from)
{
  to = from; // @lost
}

int main()
{
  fill(g_left);
  fill(g_right);
  assign(g_left, g_right);
  delete[] g_left.pixels;
}
