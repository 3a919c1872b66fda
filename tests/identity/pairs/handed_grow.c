// SPDX-License-Identifier: GPL-2.0-or-later
// A buffer grows.
// quick:
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
#include <stdlib.h>
#include <string.h>

#include "pair.h"

struct buf {
  char *data;
  size_t size;
};

static int grow(struct buf *buf, size_t size)
{
  char *data = realloc(buf->data, size);
  if (!data)
    return -1;
  buf->data = data;
  buf->size = size;
  return 0;
}

static APART int first(void)
{
  struct buf buf = {0};
  grow(&buf, 1337);
  int used = (buf.data[0] = 1);
  free(buf.data); //>
  return used;
}

static APART int second(void)
{
  struct buf buf_2 = {0};
  grow(&buf_2, 1337); // @made
  int used = (buf_2.data[0] = 1);
  free(buf_2.data); //<
  return used;
}
