// SPDX-License-Identifier: GPL-2.0-or-later
// Losses and errors in several places, for scripts: allocators of all families, a tree, a string of the C library. What
// an argument names is left out.
// run: --leak-check=full
// expect: are definitely lost
#include "guest.h"
#include <cstdlib>
#include <cstring>
#include <string>

struct node {
  node *next;
  char *text;
};

static void *volatile sink;

static NOINLINE char *copy_text(const char *text)
{
  return strdup(text);
}

static NOINLINE node *build_list(int count)
{
  node *list = nullptr;
  for (int i = 0; i < count; i++) {
    node *added = static_cast<node *>(malloc(sizeof *added));
    added->next = list;
    added->text = copy_text("element");
    list = added;
  }
  return list;
}

NOINLINE void lose_list()
{
  sink = build_list(3);
  sink = nullptr;
}

NOINLINE void lose_string()
{
  sink = new std::string(1337, 'x');
  sink = nullptr;
}

NOINLINE void lose_copy()
{
  sink = copy_text("lost");
  sink = nullptr;
}

NOINLINE void lose_zeroed()
{
  sink = calloc(3, 7);
  sink = nullptr;
}

NOINLINE void free_wrongly()
{
  sink = new char[11];
  free(sink);
  sink = nullptr;
}

int main(int argc, char **argv)
{
  std::string left_out = argc > 1 ? argv[1] : "";
  static const struct {
    const char *name;
    void (*act)();
  } acts[] = {
    {"list", lose_list}, {"string", lose_string}, {"copy", lose_copy}, {"zeroed", lose_zeroed}, {"free", free_wrongly},
  };
  for (auto &act : acts)
    if (left_out != act.name)
      act.act();
  scrub();
}
