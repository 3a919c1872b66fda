/* SPDX-License-Identifier: GPL-2.0-or-later */
/* There are few of them, and they are only searched when an error is described, so an array will do. */
#include "memcheck/errors/client_blocks.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

static XArray *blocks; /* of struct client_block; its index is the handle */

static Word block_count(void)
{
  return blocks ? VG_(sizeXA)(blocks) : 0;
}

static struct client_block *block_at(Word index)
{
  return VG_(indexXA)(blocks, index);
}

uint64_t client_block_create(uint64_t start, uint64_t size_bytes, const char *name, stack_id stack)
{
  struct client_block block = {start, size_bytes, VG_(strdup)("seep.client-block", name), stack};
  for (Word i = 0; i < block_count(); i++) {
    if (block_at(i)->size_bytes == 0) {
      *block_at(i) = block;
      return (uint64_t)i;
    }
  }
  if (!blocks)
    blocks = VG_(newXA)(VG_(malloc), "seep.client-blocks", VG_(free), sizeof(struct client_block));
  return (uint64_t)VG_(addToXA)(blocks, &block);
}

bool client_block_discard(uint64_t handle)
{
  if (handle >= (uint64_t)block_count() || block_at((Word)handle)->size_bytes == 0)
    return false;
  VG_(free)(block_at((Word)handle)->name);
  block_at((Word)handle)->size_bytes = 0;
  return true;
}

const struct client_block *client_block_find(uint64_t address)
{
  for (Word i = 0; i < block_count(); i++)
    if (address - block_at(i)->start < block_at(i)->size_bytes)
      return block_at(i);
  return NULL;
}
