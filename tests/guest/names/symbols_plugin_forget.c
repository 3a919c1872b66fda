// SPDX-License-Identifier: GPL-2.0-or-later
// With --keep-debuginfo=no a library that is gone has no names: not in the stack of a block that was shown before it went, nor in
// a suppression. What is loaded at the same place again is the same code.
// plugin:
// file: gone.supp
//|{
//|   names_of_what_is_gone_do_not_match
//|   Memcheck:Leak
//|   fun:malloc
//|   fun:plugin_lose
//|}
// run: --keep-debuginfo=no --suppressions=gone.supp -- $BIN/symbols_plugin_forget.so
// expect: Invalid read of size 1
// next: at main (symbols_plugin_forget.c:@while)
// next: is 0 bytes after a block of size 1,337 alloc'd
// next: at malloc
// next: by plugin_lose (symbols_plugin_forget.c:@plugin)
// next: by main (symbols_plugin_forget.c:@main)
// expect: Invalid read of size 1
// next: at main (symbols_plugin_forget.c:@after)
// next: is 0 bytes after a block of size 1,337 alloc'd
// next: at malloc
// next: by ???
// next: by main (symbols_plugin_forget.c:@main)
// expect: 2,674 bytes in 2 blocks are definitely lost
// next: at malloc
// next: by ???
// next: by main (symbols_plugin_forget.c:@main)
// expect: definitely lost: 2,674 bytes in 2 blocks
#include "guest.h"
#include <stdlib.h>
#ifdef PLUGIN
void *plugin_lose(void)
{
  char *volatile p = malloc(1337); // @plugin
  return p;
}
#else
#include <dlfcn.h>
int main(int count, char **arguments)
{
  volatile char byte;
  for (int i = 0; i < 2; i++) {
    void *plugin = dlopen(arguments[1], RTLD_NOW);
    void *(*lose)(void) = (void *(*)(void))dlsym(plugin, "plugin_lose");
    char *volatile lost = lose(); // @main
    byte = lost[1337]; // @while
    dlclose(plugin);
    byte = lost[1337]; // @after
    lost = NULL;
  }
  scrub();
}
#endif
