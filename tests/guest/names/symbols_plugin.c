// SPDX-License-Identifier: GPL-2.0-or-later
// A leak in a library that dlclose has unloaded: its frames are named all the same.
// plugin:
// run: -- $BIN/symbols_plugin.so
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by plugin_inner (symbols_plugin.c:@inner)
// next: by plugin_lose (symbols_plugin.c:@plugin)
// next: by main (symbols_plugin.c:@main)
// only: seep
// run: --keep-debuginfo=yes -- $BIN/symbols_plugin.so
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by plugin_inner (symbols_plugin.c:@inner)
// next: by plugin_lose (symbols_plugin.c:@plugin)
// next: by main (symbols_plugin.c:@main)
#include "guest.h"
#include <stdlib.h>
#ifdef PLUGIN
static NOINLINE void plugin_inner(void)
{
  void *volatile p = malloc(1337); // @inner
  p = NULL;
}
void plugin_lose(void)
{
  plugin_inner(); // @plugin
}
#else
#include <dlfcn.h>
int main(int count, char **arguments)
{
  void *plugin = dlopen(arguments[1], RTLD_NOW);
  void (*lose)(void) = (void (*)(void))dlsym(plugin, "plugin_lose");
  lose(); // @main
  dlclose(plugin);
  scrub();
}
#endif
