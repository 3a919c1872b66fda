// SPDX-License-Identifier: GPL-2.0-or-later
// A function whose last call is a jump is in no stack, but the call that led to it tells of it. One that is in the stack
// is not told of twice.
// needs: seep
// build: -O2 -foptimize-sibling-calls
// run: --explain=all
// expect: was lost when that block was freed in session_end() (tail_named.c:@ended)
// expect: was lost when that block was freed in session_close(), called by main() (tail_named.c:@closed)
// reject: session_end(), called by
#include "guest.h"
#include <stdlib.h>
struct session {
  long id, state;
  char *buffer;
};
static NOINLINE struct session *session_open(size_t bytes)
{
  struct session *session = calloc(1, sizeof *session);
  session->buffer = malloc(bytes);
  return session;
}
static NOINLINE void session_close(struct session *session)
{
  free(session);
}
static volatile int g_ended;
static NOINLINE void session_end(struct session *session)
{
  free(session); // @ended
  g_ended = 1;
}
int main(void)
{
  session_close(session_open(1337)); // @closed
  session_end(session_open(1336));
  scrub();
}
