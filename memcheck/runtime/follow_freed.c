/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Through which of them the block was used is not known: it may have been loaded long ago. What was stored before the
 * free, and not in a frame, is what the program has forgotten; copies of that, in the frames at work, come afterwards.
 * All references are looked at, as that is done once for each error context. */
#include "memcheck/runtime/follow_freed.h"

#include "coregrind-glue/core.h"
#include "memcheck/errors/pointer_events.h"
#include "memcheck/runtime/follow_places.h"

enum { TOLD_MAX = 3 };

static bool still_points(const struct reference *reference, uint64_t start)
{
  uint64_t value;
  return guarded_load((const uint64_t *)reference->address, &value) && value == start + reference->into;
}

static unsigned worth(const struct reference *reference)
{
  const struct reference_place place = follow_places_find(reference->place, reference->address);
  return 2u * !reference->is_late + (place.frame_count == 0);
}

/* Better ones first; of equal ones that with the lower address. */
static bool is_better(const struct reference *a, const struct reference *b)
{
  const unsigned of_a = worth(a), of_b = worth(b);
  return of_a != of_b ? of_a > of_b : a->address < b->address;
}

static unsigned add(const struct reference **best, unsigned count, const struct reference *reference)
{
  unsigned at = count < TOLD_MAX ? count : TOLD_MAX;
  while (at > 0 && is_better(reference, best[at - 1])) {
    if (at < TOLD_MAX)
      best[at] = best[at - 1];
    at--;
  }
  if (at < TOLD_MAX)
    best[at] = reference;
  return count < TOLD_MAX ? count + 1 : TOLD_MAX;
}

/* An earlier block had this memory, too: words that point to that one are no matter here. */
uint64_t follow_freed_send(struct references *references, followed_id freed)
{
  const uint64_t start = references_followed(references, freed)->start;
  const struct reference *best[TOLD_MAX];
  unsigned count = 0;
  size_t cursor = 0;
  for (const struct reference *word; (word = references_next(references, &cursor)) != NULL;)
    if (word->target == freed && still_points(word, start))
      count = add(best, count, word);
  const uint64_t trail = count > 0 ? pointer_events_new_trail() : 0;
  for (unsigned i = 0; i < count; i++) {
    const struct reference_event held = follow_places_held(best[i]);
    pointer_event_send((struct pointer_event_owner){.trail_id = trail}, &held);
  }
  return trail;
}
