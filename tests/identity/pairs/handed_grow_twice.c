// SPDX-License-Identifier: GPL-2.0-or-later
// A function grows a buffer by way of another one, which works on a part of what it is given.
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

struct text {
  long kind;
  struct buf buf;
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

static int put(struct text *text, char c)
{
  if (text->buf.size == 0 && grow(&text->buf, 1337))
    return -1;
  text->buf.data[0] = c;
  return 0;
}

static APART int first(void)
{
  struct text text = {0};
  put(&text, 1);
  int used = text.buf.data[0];
  free(text.buf.data); //>
  return used;
}

static APART int second(void)
{
  struct text text_2 = {0};
  put(&text_2, 1); // @made
  int used = text_2.buf.data[0];
  free(text_2.buf.data); //<
  return used;
}
