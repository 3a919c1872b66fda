/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/snapshot/snapshot_bytes.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/pure/shadow/shadow.h"

#include "pub_tool_basics.h"

enum { BYTE_BITS = 8 };

static char copy[SNAPSHOT_BYTES_MAX], undefined[SNAPSHOT_BYTES_MAX / BYTE_BITS];

/* Notes which bytes are undefined, a bit for each; false: none is. What cannot be read counts as undefined. */
static bool note_undefined(uint64_t start, size_t bytes, size_t readable)
{
  bool is_any = false;
  memset(undefined, 0, sizeof undefined);
  for (size_t i = 0; i < bytes; i++)
    if (i >= readable || shadow_value(guest.shadow, start + i) != 0) {
      undefined[i / BYTE_BITS] |= (char)(1 << i % BYTE_BITS);
      is_any = true;
    }
  return is_any;
}

static struct record_heap_contents contents_of(const struct block *block, size_t bytes)
{
  memset(copy, 0, bytes);
  const size_t readable = guarded_copy(copy, (const void *)(Addr)block->start, bytes);
  const bool has_undefined = note_undefined(block->start, bytes, readable);
  return (struct record_heap_contents){
    .start = block->start,
    .bytes = {copy, bytes},
    .undefined = {undefined, has_undefined ? (bytes + BYTE_BITS - 1) / BYTE_BITS : 0},
  };
}

void snapshot_bytes_visit(const struct blocks *blocks, uint64_t limit,
                          void (*write)(void *context, const struct record_heap_contents *frame), void *context)
{
  if (limit > SNAPSHOT_BYTES_MAX)
    limit = SNAPSHOT_BYTES_MAX;
  for (block_id id = 1; limit > 0 && id < blocks_limit(blocks); id++) {
    const struct block *block = blocks_at(blocks, id);
    if (block->state != BLOCK_LIVE || block->size_bytes == 0)
      continue;
    const struct record_heap_contents frame = contents_of(block, block->size_bytes < limit ? block->size_bytes : limit);
    write(context, &frame);
  }
}
