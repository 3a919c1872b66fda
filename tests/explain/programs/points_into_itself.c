// SPDX-License-Identifier: GPL-2.0-or-later
// A pointer of a block into itself does not keep it: outside of it there was none but in registers, or in a variable.
// explain -O2: 1344 never stored; allocated in make @new
// explain -O0: 1344 left in use; local buffer of use
#include "explain.h"
#include <stdlib.h>

struct buffer {
  char *at;
  char bytes[1336];
};

static NOIPA struct buffer *make(void)
{
  struct buffer *buffer = calloc(1, sizeof *buffer); // @new
  buffer->at = buffer->bytes;
  return buffer;
}

static NOIPA int use(void)
{
  struct buffer *buffer = make();
  return *buffer->at;
}

int main(void)
{
  return use();
}
