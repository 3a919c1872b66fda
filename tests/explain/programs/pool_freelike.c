// SPDX-License-Identifier: GPL-2.0-or-later
// A block of the program's own allocator holds the pointer, and is given back by a request.
// explain: 1337 freed in arena_free @free; block +16 from arena_alloc @alloc; stored in file_open @stored
#include "explain.h"
#include <stddef.h>
#include <stdlib.h>
#include <valgrind/valgrind.h>

struct file {
  long position, size;
  char *buffer;
};
static char arena[16384] __attribute__((aligned(16)));

static NOIPA void *arena_alloc(size_t bytes)
{
  VALGRIND_MALLOCLIKE_BLOCK(arena + 64, bytes, 16, 1); // @alloc
  return arena + 64;
}

static NOIPA void arena_free(void *block)
{
  VALGRIND_FREELIKE_BLOCK(block, 16); // @free
}

static NOIPA struct file *file_open(void)
{
  struct file *file = arena_alloc(sizeof *file);
  file->buffer = malloc(1337); // @stored
  return file;
}

static NOIPA int file_close(struct file *file)
{
  arena_free(file);
  return 0;
}

int main(void)
{
  return file_close(file_open());
}
