// SPDX-License-Identifier: GPL-2.0-or-later
// "Reset" of an object sets its buffer to NULL instead of freeing it.
// explain: 1337 overwritten NULL in buffer_reset @lost; block +0 from buffer_new @buffer; stored in buffer_new @stored
#include "explain.h"
#include <stdlib.h>

struct buffer {
  char *bytes;
  size_t used;
};

static NOIPA struct buffer *buffer_new(void)
{
  struct buffer *buffer = malloc(sizeof *buffer); // @buffer
  buffer->bytes = malloc(1337);                   // @stored
  buffer->used = 0;
  return buffer;
}

static NOIPA void buffer_reset(struct buffer *buffer)
{
  buffer->bytes = NULL; // @lost
  buffer->used = 0;
}

int main(void)
{
  struct buffer *buffer = buffer_new();
  buffer_reset(buffer);
  free(buffer->bytes);
  free(buffer);
}
