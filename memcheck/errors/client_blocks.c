/* SPDX-License-Identifier: GPL-2.0-or-later */
/* There are few of them, and they are only searched when an error is described, so an array will do. */
#include "memcheck/errors/client_blocks.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

static XArray *list; /* of struct client_block; its index is the handle */

static Word length(void)
{
  return list ? VG_(sizeXA)(list) : 0;
}

static struct client_block *at(Word index)
{
  return VG_(indexXA)(list, index);
}

uint64_t client_block_create(uint64_t start, uint64_t size_bytes, const char *name, stack_id stack)
{
  struct client_block block = {start, size_bytes, VG_(strdup)("seep.client-block", name), stack};
  for (Word i = 0; i < length(); i++) {
    if (at(i)->size_bytes == 0) {
      *at(i) = block;
      return (uint64_t)i;
    }
  }
  if (!list)
    list = VG_(newXA)(VG_(malloc), "seep.client-blocks", VG_(free), sizeof(struct client_block));
  return (uint64_t)VG_(addToXA)(list, &block);
}

bool client_block_discard(uint64_t handle)
{
  if (handle >= (uint64_t)length() || at((Word)handle)->size_bytes == 0)
    return false;
  VG_(free)(at((Word)handle)->name);
  at((Word)handle)->size_bytes = 0;
  return true;
}

const struct client_block *client_block_find(uint64_t address)
{
  for (Word i = 0; i < length(); i++)
    if (address - at(i)->start < at(i)->size_bytes)
      return at(i);
  return NULL;
}
