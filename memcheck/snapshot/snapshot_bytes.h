/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is in the blocks of a snapshot: the first bytes of each, and which of them are undefined. */
#ifndef SEEP_MEMCHECK_SNAPSHOT_SNAPSHOT_BYTES_H
#define SEEP_MEMCHECK_SNAPSHOT_SNAPSHOT_BYTES_H

#include "memcheck/pure/blocks/blocks.h"
#include "shared/record/record.h"

enum { SNAPSHOT_BYTES_MAX = 4096 }; /* of a block */

/* Call `write` for every live block that has any bytes, with up to `limit` of them. Its frame is there until it
 * returns. */
void snapshot_bytes_visit(const struct blocks *blocks, uint64_t limit,
                          void (*write)(void *context, const struct record_heap_contents *frame), void *context);

#endif
