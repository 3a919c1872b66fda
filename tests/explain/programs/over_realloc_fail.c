// SPDX-License-Identifier: GPL-2.0-or-later
// The idiom `p = realloc(p, n)`: when it fails, p is NULL and the old block still there.
// explain: 1337 overwritten NULL in buffer_grow @lost; global g_buffer; stored in buffer_open @stored; allocated in buffer_open @stored
#include "explain.h"
#include <stdlib.h>

struct buffer {
  size_t size;
  char *bytes;
};
struct buffer g_buffer;

static NOIPA void buffer_open(struct buffer *buffer)
{
  buffer->bytes = malloc(1337); // @stored
}

static NOIPA int buffer_grow(struct buffer *buffer, size_t size)
{
  buffer->bytes = realloc(buffer->bytes, size); // @lost
  return buffer->bytes ? 0 : -1;
}

int main(void)
{
  size_t header = 64;
  buffer_open(&g_buffer);
  return buffer_grow(&g_buffer, g_buffer.size - header) != -1;
}
