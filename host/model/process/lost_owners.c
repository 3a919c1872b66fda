/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A pointer that was passed on by registers went on, whatever happened before: what is known of them says more, and so
 * does a count of references. */
#include "host/model/process/lost_owners.h"

static void put_first(struct lost_blocks *lost, struct lost_event *events)
{
  const struct lost_event owner = events[lost->event_count];
  for (size_t i = lost->event_count; i > 0; i--)
    events[i] = events[i - 1];
  events[0] = owner;
  lost->event_count++;
  lost->cause = owner.cause;
  lost->is_owner_first = true;
  lost->drop = (struct lost_drop){0};
  lost->moment_count = 0; /* they are those of the last pointer */
}

void lost_owners_judge(struct lost_blocks *lost, struct lost_event *events, enum record_lost_role role)
{
  if (role == RECORD_LOST_ROLE_NONE || lost->drop.kind == LOST_DROP_RESULT || lost->count)
    return;
  if (role == RECORD_LOST_ROLE_OWNER)
    put_first(lost, events);
  else
    lost->newer = &events[lost->event_count];
}
