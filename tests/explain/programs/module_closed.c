// SPDX-License-Identifier: GPL-2.0-or-later
// A library is closed that had the pointer in a global variable.
// plugin:
// Wrong if: the variable is looked for after its library has gone, or in what has been mapped there since.
// Its names are gone with the module.
// explain: 1337 unmapped in unload @lost; global plugin_state / memory; stored in plugin_start @stored
#include "explain.h"
#include <stdlib.h>
#ifdef PLUGIN
char *plugin_state;

NOIPA void plugin_start(void)
{
  plugin_state = malloc(1337); // @stored
}
#else
#include <dlfcn.h>
#include <stdio.h>

static NOIPA int unload(void *plugin)
{
  return dlclose(plugin); // @lost
}

int main(int count, char **arguments)
{
  char path[4096];
  snprintf(path, sizeof path, "%s.so", arguments[count - 1]);
  void *plugin = dlopen(path, RTLD_NOW);
  if (!plugin)
    return 1;
  ((void (*)(void))dlsym(plugin, "plugin_start"))();
  return unload(plugin);
}
#endif
