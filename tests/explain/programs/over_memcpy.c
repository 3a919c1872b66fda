// SPDX-License-Identifier: GPL-2.0-or-later
// A session is set back to its defaults by memcpy() of a constant struct.
// explain: 1337 overwritten NULL in session_restart @lost; global g_session; stored in session_open @stored
#include "explain.h"
#include <stdlib.h>
#include <string.h>

struct session {
  int state;
  char name[300];
  char *cache;
};
static const struct session DEFAULTS = {.state = 3, .name = "nobody"};
struct session g_session;

static NOIPA void session_open(void)
{
  g_session.cache = malloc(1337); // @stored
}

static NOIPA void session_restart(struct session *session, size_t bytes)
{
  memcpy(session, &DEFAULTS, bytes); // @lost
}

int main(void)
{
  session_open();
  session_restart(&g_session, sizeof g_session);
  return g_session.state != 3;
}
