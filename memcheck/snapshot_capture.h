/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A picture of the heap as HEAP_ frames: every block that takes part in leak checks, every pointer between blocks,
 * every pointer from a root. It is made frame by frame as it goes out, so that it takes up hardly any memory itself. */
#ifndef SEEP_MEMCHECK_SNAPSHOT_CAPTURE_H
#define SEEP_MEMCHECK_SNAPSHOT_CAPTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcheck/leak.h"

/* Frames of a first and of a second part, one after the other, are those of the whole. They can be made at the same
 * time, with about as much work each. */
enum snapshot_part { SNAPSHOT_WHOLE, SNAPSHOT_FIRST, SNAPSHOT_SECOND };

struct snapshot_source {
  struct blocks *blocks;
  const struct leak_memory *memory;
  const struct leak_root *roots;
  size_t root_count;
  bool has_verdicts;  /* blocks have them from a leak check that goes with the snapshot */
  void *context;
  /* Which part to make; asked once, when all is ready that both need. NULL: the whole. */
  enum snapshot_part (*part)(void *context);
  /* The memory of a block that starts here is looked at soon. NULL: nobody wants to know. */
  void (*expect)(void *context, uint64_t start);
  /* A block has this stack, which is not 0; may be called again and again for the same. */
  void (*use_stack)(void *context, uint32_t stack_id);
  /* Take encoded frames; false: they cannot be kept, so no more are to be made. */
  bool (*write)(void *context, const unsigned char *data, size_t size);
};

struct snapshot_counts {
  uint64_t blocks, bytes, edges, root_pointers;
};

/* Blocks first, then edges, then roots. False when they could not be written. The counts are those of the part. */
bool snapshot_capture(const struct snapshot_source *source, struct snapshot_counts *ret);

#endif
