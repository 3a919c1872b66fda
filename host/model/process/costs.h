/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a process's code has cost (`seep cost`): how often each instruction was executed, added up by function and by
 * source line. Functions are those of the symbol tables; a line is where the instruction comes from, in an inlined
 * function perhaps. */
#ifndef SEEP_HOST_MODEL_PROCESS_COSTS_H
#define SEEP_HOST_MODEL_PROCESS_COSTS_H

#include "host/model/process/model.h"

struct costs;

/* Like process_take_error(), for a COST frame. */
struct error *process_take_cost(struct process *process, const struct record_frame *frame);
void costs_destroy(struct costs *costs);

/* A line of a function, or a function as a whole (line 0). Text belongs to the process's symbols; NULL: not known. */
struct cost_place {
  const struct frame *frame;       /* innermost: file and line */
  const struct frame *function;    /* outermost: the function that has the code */
  const struct mapping *mapping;
  uint64_t instructions;           /* executed */
};

struct cost_places {
  struct cost_place *functions, *lines; /* the most expensive first */
  size_t function_count, line_count;
  uint64_t instructions;                /* of all */
};

/* All that is known of a process; release it. */
void cost_places_find(const struct process *process, struct cost_places *ret);
void cost_places_release(struct cost_places *places);

#endif
