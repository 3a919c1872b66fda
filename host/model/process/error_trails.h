/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What --explain tells of errors: the words of memory that point to the freed block, or that an undefined value went
 * through. */
#ifndef SEEP_HOST_MODEL_PROCESS_ERROR_TRAILS_H
#define SEEP_HOST_MODEL_PROCESS_ERROR_TRAILS_H

#include "host/model/process/lost_blocks.h"

/* Of one or more errors. */
struct trail {
  uint64_t id;
  struct lost_event *events; /* each RECORD_LOST_HELD, or each RECORD_LOST_PASSED_ON and the last one first */
  size_t count, capacity;
};

struct trails;

/* A LOST_EVENT with a trail. */
struct error *trails_take_event(struct process *process, const struct record_lost_event *event);
/* The trail of an ERROR; NULL for 0. It stays where it is. */
struct error *trails_find(const struct trails *trails, uint64_t id, const struct trail **ret);
void trails_destroy(struct trails *trails);

#endif
