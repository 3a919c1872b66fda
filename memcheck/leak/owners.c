/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two signs, of words that went before the last one:
 *
 * - Other blocks have outlived a loss of the last one's kind, but none of this one's: then this was the owner.
 * - This word was stored after the last one, and no block has outlived either: an index, or the place in a pool that a
 *   block came from, is often older. That is a hint only.
 *
 * No other word that may be an owner was stored after it went. A word of the stack counts if it was set for its
 * function by one that it had called, on the way by which the block was allocated. */
#include "memcheck/leak/owners.h"

#include "memcheck/pure/follow/outlived.h"
#include "memcheck/runtime/followed_pointers.h"

static bool is_survived(const struct reference_event *event)
{
  return outlived_count(follow_outlived(), event->kind) > 0;
}

/* Stacks may be cut off, so of two that are the same as far as both go one may be longer. */
static bool are_same(const uint64_t *a, size_t a_count, const uint64_t *b, size_t b_count)
{
  for (size_t i = 0; i < a_count && i < b_count; i++)
    if (a[i] != b[i])
      return false;
  return true;
}

/* Does the frame with the word, and what had called it, stand on the allocation's stack, too? */
static bool is_on_the_way(const struct reference_event *event, stack_id allocated)
{
  size_t stored_count, count;
  const uint64_t *stored = traces_get(event->stored_stack, &stored_count);
  const uint64_t *ips = traces_get(allocated, &count);
  const size_t frame = event->place.frame - 1;
  for (size_t i = 0; frame < stored_count && i < count; i++)
    if (ips[i] == stored[frame] && are_same(ips + i, count - i, stored + frame, stored_count - frame))
      return true;
  return false;
}

/* It was the last such word, and its pointer went nowhere else. */
static bool was_let_go(followed_id id, const struct reference_event *event)
{
  const struct followed *followed = references_followed(follow_references(), id);
  return event->time > followed->owner_stored_time && !event->was_moved_on && event->cause != RECORD_LOST_UNKNOWN;
}

static bool may_be_owner(followed_id id, const struct reference_event *event, const struct reference_event *last,
                         stack_id allocated)
{
  return event->time < last->time && was_let_go(id, event) && !is_survived(event) &&
         (event->place.frame_count == 0 || is_on_the_way(event, allocated));
}

struct owner_loss owners_find(followed_id id, const struct reference_event *last, stack_id allocated)
{
  const bool is_sure = is_survived(last);
  const struct reference_event *owner = NULL, *event;
  for (unsigned number = 0; (event = outlived_of(follow_outlived(), id, number)) != NULL; number++) {
    if (!may_be_owner(id, event, last, allocated) || (!is_sure && event->stored_time < last->stored_time))
      continue;
    if (!owner || event->stored_time > owner->stored_time)
      owner = event;
  }
  return (struct owner_loss){owner, !owner    ? RECORD_LOST_ROLE_NONE
                                    : is_sure ? RECORD_LOST_ROLE_OWNER
                                              : RECORD_LOST_ROLE_NEWER};
}

static bool is_among_last(const struct followed *followed, const struct reference_event *event)
{
  const struct reference_event *last;
  for (unsigned number = 0; (last = references_event(followed, number)) != NULL; number++)
    if (last->time == event->time)
      return true;
  return false;
}

void owners_take_back(followed_id id, int change)
{
  struct outlived *const outlived = follow_outlived();
  const struct followed *followed = references_followed(follow_references(), id);
  const struct reference_event *event;
  for (unsigned number = 0; (event = references_event(followed, number)) != NULL; number++)
    if (event->was_outlived)
      outlived_change(outlived, event->kind, change);
  for (unsigned number = 0; (event = outlived_of(outlived, id, number)) != NULL; number++)
    if (!is_among_last(followed, event))
      outlived_change(outlived, event->kind, change);
}
