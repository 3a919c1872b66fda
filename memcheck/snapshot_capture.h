/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A picture of the heap as HEAP_ frames: every block that takes part in leak checks, every pointer between blocks, every
 * pointer from a root. It is made frame by frame as it goes out, so that it takes up hardly any memory itself. */
#ifndef SEEP_MEMCHECK_SNAPSHOT_CAPTURE_H
#define SEEP_MEMCHECK_SNAPSHOT_CAPTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcheck/leak.h"

struct snapshot_source {
  struct blocks *blocks;
  const struct leak_memory *memory;
  const struct leak_root *roots;
  size_t root_count;
  bool has_verdicts;  /* blocks have them from a leak check that goes with the snapshot */
  void *context;
  /* A block has this stack, which is not 0; may be called again and again for the same. */
  void (*use_stack)(void *context, uint32_t stack_id);
  /* Take encoded frames; false: they cannot be kept, so no more are to be made. */
  bool (*write)(void *context, const unsigned char *data, size_t size);
};

struct snapshot_counts {
  uint64_t blocks, bytes, edges, root_pointers;
};

/* Blocks first, then edges, then roots. False when they could not be written. */
bool snapshot_capture(const struct snapshot_source *source, struct snapshot_counts *ret);

#endif
