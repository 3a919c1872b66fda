/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside the model: the frames that were left while only registers pointed to a block, and which function dropped it.
 *
 * What a function returns in a register is its caller's from then on. Registers that have to be kept by whoever uses
 * them have had the pointer in a frame outwards all the time. The first frame that leaves it in neither is the one that
 * dropped it. A register for results counts only if the function has one, as it is declared: others leave there
 * what they have last computed. */
#ifndef SEEP_HOST_MODEL_PROCESS_LOST_EXITS_H
#define SEEP_HOST_MODEL_PROCESS_LOST_EXITS_H

#include "shared/record/record.h"
#include "host/model/process/lost_blocks.h"

enum { LOST_EXITS_MAX = 8 };

/* The last one first; stacks are resolved. */
struct lost_exits {
  const struct stack *stacks[LOST_EXITS_MAX];
  uint64_t registers[LOST_EXITS_MAX];
  size_t count;
};

/* Those of a frame, of which only the last ones are taken. An error: it contradicts earlier ones. */
struct error *lost_exits_take(struct process *process, const struct record_lost *lost, struct lost_exits *ret);

/* `allocated`: the block's allocation stack; of `lost`, cause and events are known. */
struct lost_drop lost_exits_judge(struct process *process, const struct lost_exits *exits,
                                  const struct stack *allocated, const struct lost_blocks *lost);

#endif
