/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A picture of the heap as HEAP_ frames: every block that takes part in leak checks, every pointer between blocks,
 * every pointer from a root. It is made frame by frame as it goes out, so that it takes up hardly any memory itself. */
#ifndef SEEP_MEMCHECK_SNAPSHOT_SNAPSHOT_CAPTURE_H
#define SEEP_MEMCHECK_SNAPSHOT_SNAPSHOT_CAPTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcheck/leak/leak_scan.h"

struct snapshot_source {
  struct blocks *blocks;
  /* So many workers (env_run_workers()) make it, each with a memory of its own. One: all is done right here. */
  unsigned worker_count;
  const struct leak_memory *memories;
  const struct leak_root *roots;
  size_t root_count;
  bool has_verdicts;  /* blocks have them from a leak check that goes with the snapshot */
  void *context;
  /* The memory of a block that starts here is looked at soon. NULL: nobody wants to know. */
  void (*expect)(void *context, uint64_t start);
  /* A block has this stack, which is not 0; may be called again and again for the same. NULL: nobody wants to know. */
  void (*use_stack)(void *context, uint32_t stack_id);
  /* Take encoded frames, by one worker after the other; false: they cannot be kept, so no more are to be made. */
  bool (*write)(void *context, const unsigned char *data, size_t size);
};

struct snapshot_counts {
  uint64_t blocks, bytes, edges, root_pointers;
};

/* Blocks first, then edges, then roots. The frames are the same, however many workers there are. False when they could not
 * be written. */
bool snapshot_capture(const struct snapshot_source *source, struct snapshot_counts *ret);

#endif
