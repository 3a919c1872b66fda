/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sending what happened to a pointer, or an undefined value, in memory: LOST_EVENT frames. */
#ifndef SEEP_MEMCHECK_ERRORS_POINTER_EVENTS_H
#define SEEP_MEMCHECK_ERRORS_POINTER_EVENTS_H

#include "memcheck/pure/follow/references.h"

/* Whose event it is: of a LOST, or of the errors that have this trail. What does not apply is 0. */
struct pointer_event_owner {
  uint64_t check_id, lost_id, trail_id;
  uint64_t role; /* enum record_lost_role: of an event that is not one of the last */
};

/* The number of a new trail. */
uint64_t pointer_events_new_trail(void);

/* With the stacks that it names. */
void pointer_event_send(struct pointer_event_owner owner, const struct reference_event *event);

#endif
