// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: a program overwrites all that is around its blocks, with what the C library has noted there, and those
// that it has freed. Its checker finds that, spares the C library, and ends as the program does.
// compare: no, it is Seep's own
// build: -O0 -w
// run: --checks=leaks -- zeros
// exit: 5
// stdout: scribbled
// expect: found later than it happened
// reject: Run did not finish
// run: --checks=leaks -- ones
// exit: 5
// stdout: scribbled
// expect: found later than it happened
// reject: Run did not finish
// run: --checks=leaks -- numbers
// exit: 5
// stdout: scribbled
// expect: found later than it happened
// reject: Run did not finish
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCKS = 3000, SIZES = 250, BEFORE = 8, BEHIND = 24, FREED = 100 };

static unsigned char *blocks[BLOCKS], *guard;
static unsigned state = 1337;

static size_t size_of(int i)
{
  return 1 + i % SIZES;
}

static unsigned char next_byte(const char *how)
{
  if (*how == 'n')
    state = state * 1103515245 + 12345;
  return *how == 'z' ? 0 : *how == 'o' ? 0xff : state >> 16;
}

int main(int count, char **arguments)
{
  const char *how = count > 1 ? arguments[1] : "z";
  for (int i = 0; i < BLOCKS; i++)
    blocks[i] = malloc(size_of(i));
  guard = malloc(5000);
  for (int i = 0; i < FREED; i++)
    free(blocks[i]);
  for (int i = 0; i < BLOCKS; i++)
    for (int at = -BEFORE; at < (int)size_of(i) + BEHIND; at++)
      blocks[i][at] = next_byte(how);
  for (int i = FREED; i < BLOCKS; i++)
    free(blocks[i]);
  for (int i = 0; i < BLOCKS; i++)
    free(malloc(size_of(i)));
  write(1, "scribbled\n", 10);
  _exit(5);
}
