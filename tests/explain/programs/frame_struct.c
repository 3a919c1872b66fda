// SPDX-License-Identifier: GPL-2.0-or-later
// A struct on the stack has the pointer; its function has no "close" for it.
// explain: 1337 left in count @lost; local reader of count; stored in reader_open @stored
#include "explain.h"
#include <stdlib.h>

struct reader {
  int position;
  char *buffer;
  int end;
};

static NOIPA void reader_open(struct reader *reader)
{
  reader->position = 0;
  reader->buffer = malloc(1337); // @stored
  reader->end = 3;
}

static NOIPA int reader_next(struct reader *reader)
{
  return reader->position < reader->end ? reader->position++ : -1;
}

static NOIPA int count(void)
{
  struct reader reader;
  int bytes = 0;
  reader_open(&reader);
  while (reader_next(&reader) >= 0)
    bytes++;
  return bytes; // @lost
} // @lost

int main(void)
{
  return count() != 3;
}
