/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside the model: events of lost blocks, with names. */
#ifndef SEEP_HOST_MODEL_PROCESS_LOST_EVENTS_H
#define SEEP_HOST_MODEL_PROCESS_LOST_EVENTS_H

#include "shared/record/record.h"
#include "host/model/process/lost_blocks.h"

/* The event with stacks and names of the process, which have to outlive it. An error: the frame contradicts earlier
 * ones. */
struct error *lost_event_make(struct process *process, const struct record_lost_event *frame, struct lost_event *ret);
void lost_event_release(struct lost_event *event);

/* A hash of what a report shows of a stack; NULL: of none. */
uint64_t lost_events_stack_key(const struct process *process, const struct stack *stack);

/* The key of blocks that were lost so. */
uint64_t lost_events_key(const struct process *process, const struct lost_blocks *lost);

#endif
