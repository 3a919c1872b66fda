/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is said of a block. */
#include "memcheck/pure/follow/counts_private.h"

static void tell_given(const struct counts *counts, const struct count_field *field, struct count_facts *facts)
{
  const struct count_position *known = field->position;
  for (size_t i = 0; i < known->pair_count && facts->left.count == 1; i++)
    if (facts->given_count < COUNTS_SIBLINGS_TOLD &&
        counts_pair_is_about(counts, known, &known->pairs[i], facts->left.items[0].stack))
      facts->given[facts->given_count++] = (struct count_part){known->pairs[i].giver, known->pairs[i].number};
}

static void tell_balance(struct counts *counts, struct count_field *field, struct count_track *track,
                         struct count_facts *facts)
{
  struct counts_pairing_context context = {counts, field};
  const struct count_pairing pairing = counts_pairing(&context);
  if (!track)
    return;
  count_balance_settle(&track->balance, &pairing);
  facts->balance = &track->balance;
  facts->is_paired =
    count_balance_left(&track->balance, &counts->stacks.stacks, counts_likeness, &context, &facts->left);
  const uint64_t left = count_parts_total(&facts->left);
  if (track->is_unsure || track->balance.is_unsure || (facts->is_paired ? left != facts->value : left < facts->value)) {
    facts->is_paired = false;
    count_parts_release(&facts->left);
  }
  if (facts->is_paired)
    tell_given(counts, field, facts);
}

static bool tell_field(struct counts *counts, const struct counted *block, struct count_field *field,
                       struct count_facts *ret)
{
  const struct count_field *proof = counts_proof(counts, field);
  const int64_t value = count_field_value(field, block->values[field->word]);
  const int64_t rest = proof ? proof->rest : 0;
  if (value <= rest || (!proof && !counts_may_count(field)))
    return false;
  *ret = (struct count_facts){.offset = field->word * COUNTS_WORD_BYTES + field->first,
                              .bytes = field->bytes,
                              .value = (uint64_t)value - (uint64_t)rest,
                              .is_understood = proof != NULL};
  return true;
}

static bool is_as_known(const struct counted *block, const struct count_field *field, uint64_t now)
{
  const unsigned mask = count_bytes_mask(field->first, field->bytes);
  return (block->written[field->word] & mask) == mask &&
         count_field_value(field, now) == count_field_value(field, block->values[field->word]);
}

/* What is understood comes first, then what comes first in the block. */
bool counts_tell(struct counts *counts, followed_id id, uint64_t (*read)(followed_id id, size_t word),
                 struct count_facts *ret)
{
  struct counted *block = counts_follows(counts, id) ? &counts->blocks[id] : NULL;
  struct count_class *class = block ? &counts->classes[block->class] : NULL;
  struct count_facts facts;
  size_t chosen = FIELDS_MAX;
  for (size_t i = 0; block && i < class->field_count; i++) {
    struct count_field *field = &class->fields[i];
    if (field->word >= block->words || !is_as_known(block, field, read(id, field->word)) ||
        !tell_field(counts, block, field, &facts))
      continue;
    const bool is_better = chosen == FIELDS_MAX || facts.is_understood > ret->is_understood ||
                           (facts.is_understood == ret->is_understood && facts.offset < ret->offset);
    if (!is_better)
      continue;
    *ret = facts;
    chosen = i;
  }
  if (chosen == FIELDS_MAX)
    return false;
  tell_balance(counts, &class->fields[chosen], counts_track(counts, block, chosen), ret);
  return true;
}

void count_facts_release(struct count_facts *facts)
{
  count_parts_release(&facts->left);
}
