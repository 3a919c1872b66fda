// SPDX-License-Identifier: GPL-2.0-or-later
// A constructor hands a block on, and its caller returns without it on one path.
// explain -O0: 1337 left in connect_to @end; local made of connect_to; not dropped
// explain -O2: 1337 never stored; dropped in connect_to @end from make
#include "explain.h"
#include <stdlib.h>

struct connection {
  signed char fd;
  char text[1336];
};

static NOIPA struct connection *make(void)
{
  struct connection *made = calloc(1, sizeof *made);
  if (!made)
    return NULL;
  made->fd = -1;
  return made;
}

static NOIPA struct connection *connect_to(int type)
{
  struct connection *made = make();
  if (!made)
    return NULL; // @end
  if (type != 1)
    return NULL; // @end
  made->fd = 1;
  return made; // @end
} // @end

int main(int argc, char **argv)
{
  (void)argv;
  struct connection *connection = connect_to(argc + 1);
  free(connection);
  return connection != NULL;
}
