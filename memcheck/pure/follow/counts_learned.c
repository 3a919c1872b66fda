/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is learned of fields, and what it says of a block. Some doubts are outweighed: of many blocks a few may be freed
 * in another way, as those are that could not be made to the end. */
#include "memcheck/pure/base/env.h"
#include "memcheck/pure/follow/counts_private.h"

enum { OUTWEIGH = 8 };

/* --- changes --- */

/* NULL: there are too many. */
static struct count_changer *changer_of(const struct counts *counts, struct count_field *field, uint32_t stack)
{
  const uint64_t instruction = counts->stacks.instruction(stack);
  for (size_t i = 0; i < field->changer_count; i++)
    if (field->changers[i].instruction == instruction)
      return &field->changers[i];
  if (field->changer_count == CHANGERS_MAX)
    return NULL;
  field->changers[field->changer_count] = (struct count_changer){.instruction = instruction};
  return &field->changers[field->changer_count++];
}

/* After a fall that left something came another change, not the next turn of the same loop: so it decides nothing that
 * it falls. */
static void note_stayed(const struct counts *counts, struct count_field *field, const struct count_track *track)
{
  struct count_changer *changer = track->last_change == -1 ? changer_of(counts, field, track->last_stack) : NULL;
  if (changer)
    changer->has_stayed = true;
}

static void note_changer(const struct counts *counts, struct count_field *field, const struct count_track *track,
                         int change, int64_t value, uint32_t stack)
{
  struct count_changer *changer = changer_of(counts, field, stack);
  if (!changer || change < 0)
    return;
  if (value == 1 && track->last_change == 0)
    changer->has_begun = true;
  else
    changer->has_raised = true;
}

void counts_learn_change(struct counts *counts, struct count_field *field, struct count_track *track, int change,
                         int64_t value, uint32_t stack)
{
  struct counts_pairing_context context = {counts, field};
  const struct count_pairing pairing = counts_pairing(&context);
  if (stack != track->last_stack)
    note_stayed(counts, field, track);
  field->rises += change > 0;
  field->falls += change < 0;
  note_changer(counts, field, track, change, value, stack);
  field->has_fallen_below_one |= change < 0 && value < 1;
  track->previous_change = track->last_change;
  track->previous_stack = track->last_stack;
  track->last_change = change;
  track->last_stack = stack;
  if (change > 0)
    count_balance_took(&track->balance, &pairing, stack);
  else
    count_balance_gave(&track->balance, &pairing, stack);
}

/* A loop that counts down to nothing. */
static bool is_turn_of_loop(const struct count_track *track)
{
  return track->previous_change == -1 && track->previous_stack == track->last_stack;
}

static bool is_at_rest(const struct count_field *field, int64_t value)
{
  return (value == 0 || value == -1) && (field->freed_at_rest == 0 || field->rest == value);
}

static bool has_freed(const struct counts *counts, const struct count_track *track, uint32_t stack)
{
  return !is_turn_of_loop(track) && counts->stacks.frees(track->previous_stack, track->last_stack, stack);
}

static void note_freed_at_rest(const struct counts *counts, struct count_field *field, const struct count_track *track,
                               int64_t value)
{
  struct count_changer *changer = changer_of(counts, field, track->last_stack);
  if (changer)
    changer->has_freed = true;
  field->freed_at_rest++;
  field->rest = value;
}

/* One that is freed at one has been given back by the call that freed it, if this is a count. */
void counts_learn_end(struct counts *counts, struct count_field *field, struct count_track *track, int64_t value,
                      uint32_t stack)
{
  struct counts_pairing_context context = {counts, field};
  const struct count_pairing pairing = counts_pairing(&context);
  if (track && track->last_change == -1 && is_at_rest(field, value)) {
    field->freed_otherwise += is_turn_of_loop(track);
    if (!has_freed(counts, track, stack))
      return;
    note_freed_at_rest(counts, field, track, value);
  } else if (value == 1) {
    field->freed_at_one++;
    field->has_changed_at_one |= track && track->last_change == -1;
  } else {
    field->freed_otherwise++;
    return;
  }
  if (!track)
    return;
  field->is_born_as_one |= track->is_born_as_one;
  field->is_born_otherwise |= !track->is_born_as_one;
  if (track->is_unsure)
    return;
  if (value == 1)
    count_balance_gave(&track->balance, &pairing, stack);
}

/* --- pairs --- */

static void note_paired(void *context, uint32_t taker, uint32_t giver)
{
  struct count_position *known = ((const struct counts_pairing_context *)context)->field->position;
  for (size_t i = 0; i < known->pair_count; i++)
    if (known->pairs[i].taker == taker && known->pairs[i].giver == giver) {
      known->pairs[i].number++;
      return;
    }
  if (known->pair_count < PAIRS_MAX)
    known->pairs[known->pair_count++] = (struct count_pair){taker, giver, 1};
}

struct count_pairing counts_pairing(struct counts_pairing_context *context)
{
  return (struct count_pairing){&context->counts->stacks.stacks, note_paired, context};
}

static bool is_paired(const struct count_position *known, uint32_t taker)
{
  for (size_t i = 0; i < known->pair_count; i++)
    if (known->pairs[i].taker == taker)
      return true;
  return false;
}

/* Is it about this taker? If nothing is known of the very same one, then about others whose innermost frames are the
 * same. */
bool counts_pair_is_about(const struct counts *counts, const struct count_position *known,
                          const struct count_pair *pair, uint32_t taker)
{
  const struct count_stacks *stacks = &counts->stacks.stacks;
  return is_paired(known, taker) ? pair->taker == taker : stacks->key(pair->taker) == stacks->key(taker);
}

size_t counts_likeness(void *context, uint32_t taker, uint32_t giver)
{
  const struct counts_pairing_context *of = context;
  const struct count_stacks *stacks = &of->counts->stacks.stacks;
  const struct count_position *known = of->field->position;
  size_t best = 0;
  if (known->pair_count == PAIRS_MAX)
    return 0;
  for (size_t i = 0; i < known->pair_count; i++) {
    const struct count_pair *pair = &known->pairs[i];
    const size_t like = pair->giver == giver ? COUNT_SAME : 1 + stacks->in_common(pair->giver, giver);
    if (counts_pair_is_about(of->counts, known, pair, taker) && like > best)
      best = like;
  }
  return best;
}

/* --- is it a count of references? --- */

static bool outweigh(uint64_t many, uint64_t few)
{
  return OUTWEIGH * few <= many;
}

/* What stores the first 1 does so for no other count, and others count on from there. */
static bool has_beginning(const struct count_field *field)
{
  bool has_begun = false, has_raised = false, are_apart = true;
  for (size_t i = 0; i < field->changer_count; i++) {
    const struct count_changer *changer = &field->changers[i];
    has_begun |= changer->has_begun;
    has_raised |= changer->has_raised;
    are_apart &= !changer->has_begun || !changer->has_raised;
  }
  return has_begun && has_raised && are_apart && field->changer_count < CHANGERS_MAX;
}

/* A fall frees the block. */
static bool is_proven_by_falls(const struct count_field *field)
{
  const bool begins_as_one = field->is_born_as_one || has_beginning(field);
  bool is_proven = begins_as_one;
  for (size_t i = 0; i < field->changer_count; i++)
    is_proven |= field->changers[i].has_freed && field->changers[i].has_stayed;
  const uint64_t otherwise = field->freed_otherwise + (begins_as_one ? 0 : field->freed_at_one);
  return field->freed_at_rest > 0 && is_proven && outweigh(field->freed_at_rest, otherwise) &&
         outweigh(field->freed_at_rest, field->sets);
}

/* A fall that is not stored frees the block. */
static bool is_proven_at_one(const struct count_field *field)
{
  enum { FREED_MIN = 2 };
  const bool begins_as_one = (field->is_born_as_one && !field->is_born_otherwise) || has_beginning(field);
  return field->freed_at_one >= FREED_MIN && field->has_changed_at_one && begins_as_one &&
         !field->has_fallen_below_one && field->sets == 0 && field->freed_otherwise == 0;
}

static bool is_proven(const struct count_field *field)
{
  return is_proven_by_falls(field) || is_proven_at_one(field);
}

static bool share_fall(const struct count_field *a, const struct count_field *b)
{
  for (size_t i = 0; i < a->changer_count; i++)
    for (size_t j = 0; j < b->changer_count; j++)
      if (a->changers[i].instruction == b->changers[j].instruction &&
          (b->changers[j].has_freed || (b->changers[j].has_stayed && is_proven_at_one(b))))
        return true;
  return false;
}

/* Or of another class, whose blocks begin alike: a field in the same place that the same instruction makes fall. */
const struct count_field *counts_proof(const struct counts *counts, const struct count_field *field)
{
  if (is_proven(field))
    return field;
  if (field->freed_otherwise > 0 || field->sets > 0)
    return NULL;
  for (size_t i = 0; i < counts->class_count; i++)
    for (size_t j = 0; j < counts->classes[i].field_count; j++) {
      const struct count_field *other = &counts->classes[i].fields[j];
      if (other->word == field->word && other->first == field->first && other->bytes == field->bytes &&
          is_proven(other) && share_fall(field, other))
        return other;
    }
  return NULL;
}

/* It goes up and down by one, and nothing says that it is no count of references. */
bool counts_may_count(const struct count_field *field)
{
  return field->rises > 0 && field->falls > 0 && field->sets == 0 &&
         outweigh(field->freed_at_rest, field->freed_otherwise);
}
