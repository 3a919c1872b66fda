/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is left of references. */
#include "memcheck/pure/follow/count_balance.h"

/* Of those that are left, the only one by key that this giver may mean: the one that it is most like. false: there are
 * several, or none. Of some nothing may be known only if it is the very same as of another. */
static bool find_meant(const struct count_parts *left, const struct count_stacks *stacks, count_likeness *likeness,
                       void *context, uint32_t giver, size_t *ret)
{
  size_t best = 0;
  bool is_alone = false, are_known = true;
  for (size_t i = 0; i < left->count; i++) {
    const size_t like = likeness(context, left->items[i].stack, giver);
    are_known &= like > 0;
    if (like > best) {
      best = like;
      is_alone = true;
      *ret = i;
    } else if (like == best && stacks->key(left->items[i].stack) != stacks->key(left->items[*ret].stack)) {
      is_alone = false;
    }
  }
  return is_alone && (are_known || best == COUNT_SAME);
}

/* Takes out what givers mean that are known; returns how many are not. */
static uint64_t take_meant(const struct count_pot *pot, const struct count_stacks *stacks, count_likeness *likeness,
                           void *context, struct count_parts *left)
{
  uint64_t unknown = 0;
  size_t meant = 0;
  for (size_t i = 0; i < pot->giver_count; i++)
    if (find_meant(left, stacks, likeness, context, pot->givers[i].stack, &meant))
      count_parts_take(left, meant, 1);
    else
      unknown++;
  return unknown;
}

/* Adds what is left of a pot; false: it is not known, and all of it is added that may be. */
static bool add_left(const struct count_pot *pot, const struct count_stacks *stacks, count_likeness *likeness,
                     void *context, struct count_parts *ret)
{
  struct count_parts left = {0};
  if (pot->is_empty)
    return true;
  count_parts_add_all(&left, &pot->taken);
  const uint64_t unknown = take_meant(pot, stacks, likeness, context, &left);
  const bool is_one = left.count > 0 && count_parts_are_of_one_key(&left, stacks);
  for (uint64_t i = 0; i < unknown && is_one; i++)
    count_parts_take(&left, 0, 1);
  count_parts_add_all(ret, &left);
  count_parts_release(&left);
  return unknown == 0 || is_one;
}

bool count_balance_left(const struct count_balance *balance, const struct count_stacks *stacks,
                        count_likeness *likeness, void *context, struct count_parts *ret)
{
  bool is_known = !balance->is_unsure;
  *ret = (struct count_parts){0};
  for (size_t i = 0; i < balance->pot_count; i++)
    is_known &= add_left(&balance->pots[i], stacks, likeness, context, ret);
  return is_known;
}
