/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The heap as HEAP_ frames: every block that takes part in leak checks, every pointer between blocks, every pointer
 * from a root. Frames are written as they are made, so that a snapshot takes up hardly any memory itself. */
#ifndef SEEP_MEMCHECK_PURE_SNAPSHOT_SNAPSHOT_CAPTURE_H
#define SEEP_MEMCHECK_PURE_SNAPSHOT_SNAPSHOT_CAPTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcheck/pure/leak/leak_scan.h"

struct snapshot_source {
  struct blocks *blocks;
  /* How many workers (env_run_workers()) make it, each with a memory of its own; 1: the caller's thread alone. */
  unsigned worker_count;
  const struct leak_memory *memories;
  const struct leak_root *roots;
  size_t root_count;
  bool has_verdicts;  /* blocks have those of a leak check made at the same time */
  void *context;
  /* The memory of a block that starts here will be read soon, for prefetching. NULL: not needed. */
  void (*expect)(void *context, uint64_t start);
  /* A block has this stack, which is not 0; may be called more than once for a stack. NULL: not needed. */
  void (*use_stack)(void *context, uint32_t stack_id);
  /* Write encoded frames; called by one worker at a time. False: they cannot be written, so no more are made. */
  bool (*write)(void *context, const unsigned char *data, size_t size);
};

struct snapshot_counts {
  uint64_t blocks, bytes, edges, root_pointers;
};

/* Blocks come first, then edges, then roots. The frames do not depend on how many workers there are. False when they
 * could not be written. */
bool snapshot_capture(const struct snapshot_source *source, struct snapshot_counts *ret);

#endif
