// SPDX-License-Identifier: GPL-2.0-or-later
// A struct is passed by value: the copy that the callee has is the last one.
// explain: 1337 left in send @lost; local message of send / stack of main
// or: left in main @lost; local message of send / stack of main
#include "explain.h"
#include <stdlib.h>

struct message {
  long kind, sequence, flags;
  char *body;
};
struct message g_message;

static NOIPA void fill(void)
{
  g_message = (struct message){1, 2, 3, calloc(1, 1337)};
}

static NOIPA int send(struct message message)
{
  g_message.body = NULL;
  return message.body[0]; // @lost
} // @lost

int main(void)
{
  fill();
  return send(g_message); // @lost
} // @lost
