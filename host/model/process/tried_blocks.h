/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Blocks that --try-fix has freed in a process, and whether they were used after that: TRIED and TRIED_USE frames. */
#ifndef SEEP_HOST_MODEL_PROCESS_TRIED_BLOCKS_H
#define SEEP_HOST_MODEL_PROCESS_TRIED_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "host/record/frame_reader.h"
#include "shared/record/record.h"

struct process;
struct stack;

/* A moment of a followed block, by which it is known in another run of the program: the block that the thread made as
 * its `number`th, after so many events, and exits after the last of them. */
struct lost_moment {
  uint64_t thread, number, events, exits;
};

/* Stacks are resolved. */
struct tried_block {
  uint64_t thread, number; /* as in struct lost_moment */
  const struct stack *allocated;
  const struct stack *freed;  /* what the program was at when the tool freed it */
  const struct stack *used;   /* where it was used first after that; NULL: nowhere */
  enum record_error_kind use; /* what that use was */
};

struct tried_blocks {
  struct tried_block *items;
  size_t count, capacity;
};

/* Take frames of one kind each, for process_take(). An error: the frame contradicts earlier ones. */
struct error *process_take_tried(struct process *process, const struct record_frame *frame);
struct error *process_take_tried_use(struct process *process, const struct record_frame *frame);

/* NULL: it was not freed. */
const struct tried_block *tried_blocks_find(const struct tried_blocks *tried, const struct lost_moment *moment);

#endif
