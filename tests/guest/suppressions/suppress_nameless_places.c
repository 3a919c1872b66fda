// SPDX-License-Identifier: GPL-2.0-or-later
// Two functions of a plugin lose something each. Scripts take the plugin's symbols away.
// build: -ldl
// plugin:
// needs: seep
// run: --leak-check=full -- $BIN/suppress_nameless_places.so
// expect: definitely lost
#include "guest.h"
#include <dlfcn.h>
#include <stdlib.h>

#ifdef PLUGIN

static void *volatile sink;

static NOINLINE void lose_first(void)
{
  sink = malloc(1337);
}

static NOINLINE void lose_second(void)
{
  sink = malloc(1338);
}

void enter_plugin(void)
{
  lose_first();
  lose_second();
  sink = NULL;
}

#else

int main(int argc, char **argv)
{
  void *plugin = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
  void (*enter)(void) = plugin ? (void (*)(void))dlsym(plugin, "enter_plugin") : NULL;
  if (!enter)
    return 1;
  enter();
  scrub();
  return 0;
}

#endif
