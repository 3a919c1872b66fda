// SPDX-License-Identifier: GPL-2.0-or-later
// One struct is assigned to another, whose buffer goes with it; the buffer that both have now is freed once.
// explain: 1337 overwritten block in adopt @lost; global g_current; stored in open_message @stored; value from open_message @new
#include "explain.h"
#include <stdlib.h>

struct message {
  int kind;
  char *body;
  long sent, received;
};
struct message g_current, g_next;

static NOIPA void open_message(struct message *message, int kind)
{
  message->kind = kind;
  char *body = malloc(1337); // @new
  message->body = body;      // @stored
}

static NOIPA void adopt(struct message *to, const struct message *from)
{
  *to = *from; // @lost
}

int main(void)
{
  open_message(&g_current, 1);
  open_message(&g_next, 2);
  adopt(&g_current, &g_next);
  free(g_current.body);
}
