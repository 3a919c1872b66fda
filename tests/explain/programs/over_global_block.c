// SPDX-License-Identifier: GPL-2.0-or-later
// A configuration is loaded again, and the one before is not freed.
// explain: 1336 overwritten block in load_config @lost; global g_config; stored in load_config @lost; value from load_config @new
#include "explain.h"
#include <stdlib.h>

struct config {
  int version;
  char text[1332];
};
struct config *g_config;

static NOIPA void load_config(int version)
{
  struct config *fresh = calloc(1, sizeof *fresh); // @new
  fresh->version = version;
  g_config = fresh; // @lost
}

int main(void)
{
  load_config(1);
  load_config(2);
  free(g_config);
}
