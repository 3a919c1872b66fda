/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/pure/follow/count_balance.h"

#include "memcheck/pure/base/env.h"

/* A pointer is stored along with a reference if so many calls lie between both at most. */
enum { NEAR_TAKER = 6, NEAR_STORE = 3, WORD = 8 };

static void release_pot(struct count_pot *pot)
{
  count_parts_release(&pot->taken);
  env_free(pot->givers);
}

void count_balance_release(struct count_balance *balance)
{
  for (size_t i = 0; i < balance->pot_count; i++)
    release_pot(&balance->pots[i]);
  env_free(balance->pots);
  env_free(balance->held);
  *balance = (struct count_balance){0};
}

/* --- by stack --- */

static void note_row(struct count_balance *balance, uint32_t stack, unsigned taken, unsigned given)
{
  size_t i = 0;
  while (i < balance->row_count && balance->rows[i].stack != stack)
    i++;
  if (i == BALANCE_ROWS) {
    balance->taken_elsewhere += taken;
    balance->given_elsewhere += given;
    return;
  }
  if (i == balance->row_count)
    balance->rows[balance->row_count++] = (struct count_row){.stack = stack};
  balance->rows[i].taken += taken;
  balance->rows[i].given += given;
}

/* --- pots --- */

/* Nobody has given back any of it. */
static bool is_plain(const struct count_pot *pot)
{
  return pot->giver_count == 0 && pot->taken.count == 1;
}

static void set_free(struct count_balance *balance, uint32_t stack)
{
  for (size_t i = 0; i < balance->pot_count; i++)
    if (is_plain(&balance->pots[i]) && balance->pots[i].taken.items[0].stack == stack) {
      balance->pots[i].taken.items[0].number++;
      return;
    }
  balance->pots = count_parts_room(balance->pots, balance->pot_count, &balance->pot_capacity, sizeof *balance->pots);
  balance->pots[balance->pot_count] = (struct count_pot){0};
  count_parts_add(&balance->pots[balance->pot_count++].taken, stack, 1);
}

static void remove_pot(struct count_balance *balance, size_t index)
{
  release_pot(&balance->pots[index]);
  balance->pots[index] = balance->pots[--balance->pot_count];
}

static void add_giver(struct count_pot *pot, struct count_giver giver)
{
  pot->givers = count_parts_room(pot->givers, pot->giver_count, &pot->giver_capacity, sizeof *pot->givers);
  pot->givers[pot->giver_count++] = giver;
}

static void pour(struct count_pot *into, const struct count_pot *from)
{
  count_parts_add_all(&into->taken, &from->taken);
  for (size_t i = 0; i < from->giver_count; i++)
    add_giver(into, from->givers[i]);
}

/* --- words --- */

static bool is_near(const struct count_stacks *stacks, uint32_t store, uint32_t taker, size_t common)
{
  return stacks->frames(store) <= common + NEAR_STORE && stacks->frames(taker) <= common + NEAR_TAKER;
}

/* A word, or two words side by side, of which the first will do. */
struct chosen_word {
  uint64_t word;
  bool are_several;
};

static void choose(struct chosen_word *chosen, uint64_t word)
{
  const bool is_beside = word - chosen->word + WORD <= 2 * WORD;
  if (chosen->word == 0)
    chosen->word = word;
  else if (!is_beside)
    chosen->are_several = true;
}

static void add_held(struct count_balance *balance, uint32_t stack, uint64_t word)
{
  balance->held = count_parts_room(balance->held, balance->held_count, &balance->held_capacity, sizeof *balance->held);
  balance->held[balance->held_count++] = (struct count_held){stack, word};
}

/* Another change comes: the pointers that were stored since the last one belong to what was taken before or to what is
 * taken now, by `next` (0: nothing is), to whichever is nearer. Returns the word of that; 0: it has none. */
static uint64_t assign_stores(struct count_balance *balance, const struct count_stacks *stacks, uint32_t next)
{
  struct chosen_word before = {0}, now = {0};
  const bool are_too_many = balance->store_count > BALANCE_STORES;
  for (size_t i = 0; i < balance->store_count && !are_too_many; i++) {
    const uint32_t stack = balance->stores[i].stack;
    const size_t common_before = balance->has_newest ? stacks->in_common(stack, balance->newest) : 0;
    const size_t common_now = next != 0 ? stacks->in_common(stack, next) : 0;
    const bool may_before = balance->has_newest && is_near(stacks, stack, balance->newest, common_before);
    const bool may_now = next != 0 && is_near(stacks, stack, next, common_now);
    if (may_before && (!may_now || common_before > common_now))
      choose(&before, balance->stores[i].word);
    else if (may_now && (!may_before || common_now > common_before))
      choose(&now, balance->stores[i].word);
  }
  balance->store_count = 0;
  if (balance->has_newest && before.word != 0 && !before.are_several)
    add_held(balance, balance->newest, before.word);
  else if (balance->has_newest)
    set_free(balance, balance->newest);
  balance->has_newest = false;
  return now.are_several ? 0 : now.word;
}

void count_balance_stored(struct count_balance *balance, uint64_t word, uint32_t stack)
{
  if (balance->store_count > BALANCE_STORES)
    return;
  balance->stores[balance->store_count].stack = stack;
  balance->stores[balance->store_count++].word = word;
}

static bool is_stored(const struct count_balance *balance, uint64_t word)
{
  for (size_t i = 0; i < balance->store_count && i < BALANCE_STORES; i++)
    if (balance->stores[i].word == word)
      return true;
  return false;
}

static void forget_store(struct count_balance *balance, uint64_t word)
{
  for (size_t i = 0; i < balance->store_count && balance->store_count <= BALANCE_STORES; i++)
    if (balance->stores[i].word == word)
      balance->stores[i--] = balance->stores[--balance->store_count];
}

static void note_drop(struct count_balance *balance, uint32_t stack, uint32_t taker, bool is_with_holder)
{
  if (balance->drop_count < BALANCE_STORES)
    balance->drops[balance->drop_count++] =
      (struct count_drop){stack, taker, balance->has_giving ? balance->giving : 0, is_with_holder};
}

bool count_balance_holds(const struct count_balance *balance, uint64_t word)
{
  if (is_stored(balance, word))
    return true;
  for (size_t i = 0; i < balance->held_count; i++)
    if (balance->held[i].word == word)
      return true;
  return false;
}

void count_balance_dropped(struct count_balance *balance, uint64_t word, uint32_t stack, bool is_with_holder)
{
  if (is_stored(balance, word) && balance->has_newest)
    note_drop(balance, stack, balance->newest, is_with_holder);
  forget_store(balance, word);
  for (size_t i = 0; i < balance->held_count; i++)
    if (balance->held[i].word == word) {
      set_free(balance, balance->held[i].stack);
      note_drop(balance, stack, balance->held[i].stack, is_with_holder);
      balance->held[i--] = balance->held[--balance->held_count];
    }
}

void count_balance_moved(struct count_balance *balance, uint64_t from, uint64_t to)
{
  forget_store(balance, to);
  for (size_t i = 0; i < balance->store_count && balance->store_count <= BALANCE_STORES; i++)
    if (balance->stores[i].word == from)
      balance->stores[i].word = to;
  for (size_t i = 0; i < balance->held_count; i++)
    if (balance->held[i].word == from)
      balance->held[i].word = to;
}

/* --- who means which --- */

/* Those that a giver may mean are in pots up to `count`, which come first; returns that. */
static size_t nearest_first(struct count_balance *balance, const struct count_stacks *stacks, uint32_t giver)
{
  size_t surely = 0, count = 0;
  for (unsigned pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < balance->pot_count; i++) {
      size_t least = SIZE_MAX, most = 0;
      const struct count_parts *taken = &balance->pots[i].taken;
      for (size_t j = 0; j < taken->count; j++) {
        const size_t common = stacks->in_common(taken->items[j].stack, giver);
        least = common < least ? common : least;
        most = common > most ? common : most;
      }
      if (pass == 0) {
        surely = least > surely ? least : surely;
      } else if (most >= surely) {
        const struct count_pot pot = balance->pots[i];
        balance->pots[i] = balance->pots[count];
        balance->pots[count++] = pot;
      }
    }
  return count;
}

/* May the pointer have gone along with the giver who is being looked at, rather than with the one that came just before
 * it, or that comes next? Who gives back what a holder has does so before that goes. */
static bool went_along(const struct count_balance *balance, const struct count_stacks *stacks,
                       const struct count_drop *drop, bool is_earlier, uint32_t next)
{
  const size_t common = stacks->in_common(drop->stack, balance->giving);
  if (drop->is_with_holder)
    return !is_earlier || drop->before == 0;
  const uint32_t other = is_earlier ? drop->before : next;
  return other == 0 || stacks->in_common(drop->stack, other) < common;
}

/* Of whom was the reference at the pointer that went along with the giver? 0: not known. */
static uint32_t presume(const struct count_balance *balance, const struct count_stacks *stacks, uint32_t next)
{
  size_t best = 0;
  uint32_t presumed = 0;
  for (size_t i = 0; i < balance->earlier_drop_count + balance->drop_count; i++) {
    const bool is_earlier = i < balance->earlier_drop_count;
    const struct count_drop *drop =
      is_earlier ? &balance->earlier_drops[i] : &balance->drops[i - balance->earlier_drop_count];
    const size_t common = stacks->in_common(drop->stack, balance->giving);
    if (!went_along(balance, stacks, drop, is_earlier, next) || common < best)
      continue;
    presumed = common > best || presumed == drop->taker ? drop->taker : 0;
    best = common;
  }
  return presumed;
}

static bool take_out(struct count_parts *parts, uint32_t stack)
{
  for (size_t i = 0; i < parts->count; i++)
    if (parts->items[i].stack == stack) {
      count_parts_take(parts, i, 1);
      return true;
    }
  return false;
}

/* All of it was given back. */
static void empty_pot(struct count_pot *pot, const struct count_pairing *pairing)
{
  size_t others = 0;
  for (size_t i = 0; i < pot->giver_count; i++)
    if (pot->givers[i].presumed != 0 && take_out(&pot->taken, pot->givers[i].presumed))
      pairing->paired(pairing->context, pot->givers[i].presumed, pot->givers[i].stack);
    else
      pot->givers[others++] = pot->givers[i];
  if (pot->taken.count > 0 && count_parts_are_of_one_key(&pot->taken, pairing->stacks))
    for (size_t i = 0; i < others; i++)
      pairing->paired(pairing->context, pot->taken.items[0].stack, pot->givers[i].stack);
}

/* `next`: the giver that comes now; 0: none does. */
static void settle_giving(struct count_balance *balance, const struct count_pairing *pairing, uint32_t next)
{
  if (!balance->has_giving)
    return;
  balance->has_giving = false;
  const size_t count = nearest_first(balance, pairing->stacks, balance->giving);
  if (count == 0) {
    balance->is_unsure = true;
    return;
  }
  struct count_pot *const pot = &balance->pots[0];
  if (count == 1 && is_plain(pot)) {
    pairing->paired(pairing->context, pot->taken.items[0].stack, balance->giving);
    if (--pot->taken.items[0].number == 0)
      remove_pot(balance, 0);
    return;
  }
  for (size_t i = count; i-- > 1;) {
    pour(pot, &balance->pots[i]);
    remove_pot(balance, i);
  }
  add_giver(pot, (struct count_giver){balance->giving, presume(balance, pairing->stacks, next)});
  if (pot->giver_count == count_parts_total(&pot->taken)) {
    empty_pot(pot, pairing);
    remove_pot(balance, 0);
  }
}

/* Another change comes. */
static void next_window(struct count_balance *balance)
{
  memcpy(balance->earlier_drops, balance->drops, balance->drop_count * sizeof *balance->drops);
  balance->earlier_drop_count = balance->drop_count;
  balance->drop_count = 0;
}

void count_balance_took(struct count_balance *balance, const struct count_pairing *pairing, uint32_t stack)
{
  note_row(balance, stack, 1, 0);
  const uint64_t word = assign_stores(balance, pairing->stacks, stack);
  settle_giving(balance, pairing, 0);
  next_window(balance);
  if (word != 0) {
    add_held(balance, stack, word);
    return;
  }
  balance->newest = stack;
  balance->has_newest = true;
}

void count_balance_gave(struct count_balance *balance, const struct count_pairing *pairing, uint32_t stack)
{
  note_row(balance, stack, 0, 1);
  assign_stores(balance, pairing->stacks, 0);
  settle_giving(balance, pairing, stack);
  next_window(balance);
  balance->giving = stack;
  balance->has_giving = true;
}

void count_balance_settle(struct count_balance *balance, const struct count_pairing *pairing)
{
  assign_stores(balance, pairing->stacks, 0);
  settle_giving(balance, pairing, 0);
}

/* Whoever gave back the last one is nearest to the pointer that is still there, if there is one. */
void count_balance_end(struct count_balance *balance, const struct count_pairing *pairing)
{
  assign_stores(balance, pairing->stacks, 0);
  while (balance->held_count > 0)
    count_balance_dropped(balance, balance->held[balance->held_count - 1].word, balance->giving, true);
  settle_giving(balance, pairing, 0);
}
