// SPDX-License-Identifier: GPL-2.0-or-later
// The member is found by a function.
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

static APART char **place(struct buf *buf)
{
  return &buf->data;
}

static void fill(struct buf *buf)
{
  *place(buf) = malloc(1337);
}

static APART int first(void)
{
  struct buf buf;
  fill(&buf);
  int used = (buf.data[0] = 1);
  free(buf.data); //>
  return used;
}

static APART int second(void)
{
  struct buf buf_2;
  fill(&buf_2); // @made
  int used = (buf_2.data[0] = 1);
  free(buf_2.data); //<
  return used;
}
