// SPDX-License-Identifier: GPL-2.0-or-later
// A library that is loaded and unloaded again and again: each of its leaks is named.
// plugin:
// run: --keep-debuginfo=yes -- $BIN/symbols_plugin_reload.so
// expect: are definitely lost
// next: at malloc
// next: by plugin_lose (symbols_plugin_reload.c:@plugin)
// next: by main (symbols_plugin_reload.c:@main)
// expect: definitely lost: 13,370 bytes in 10 blocks
#include "guest.h"
#include <stdlib.h>
#ifdef PLUGIN
void plugin_lose(void)
{
  void *volatile p = malloc(1337); // @plugin
  p = NULL;
}
#else
#include <dlfcn.h>
int main(int count, char **arguments)
{
  for (int i = 0; i < 10; i++) {
    void *plugin = dlopen(arguments[1], RTLD_NOW);
    void (*lose)(void) = (void (*)(void))dlsym(plugin, "plugin_lose");
    lose(); // @main
    dlclose(plugin);
  }
  scrub();
}
#endif
