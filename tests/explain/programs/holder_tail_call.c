// SPDX-License-Identifier: GPL-2.0-or-later
// The function that frees the holder does nothing else: optimised, it jumps to free(), and the line is its caller's.
// build: -foptimize-sibling-calls
// explain -O0: 1337 freed in session_close @lost; block +16 from session_open @session; stored in session_open @stored
// explain -O2: 1337 freed in main @called; block +16 from session_open @session; stored in session_open @stored
#include "explain.h"
#include <stdlib.h>

struct session {
  long id, state;
  char *buffer;
};

static NOIPA struct session *session_open(long id)
{
  struct session *session = calloc(1, sizeof *session); // @session
  session->id = id;
  session->buffer = malloc(1337); // @stored
  return session;
}

static NOIPA void session_close(struct session *session)
{
  free(session); // @lost
}

int main(void)
{
  session_close(session_open(4)); // @called
}
