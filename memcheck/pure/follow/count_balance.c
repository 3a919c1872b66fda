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

static void add_taken(struct count_balance *balance, uint32_t stack)
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
  if (balance->drop_count == BALANCE_DROPS)
    memmove(balance->drops, balance->drops + 1, (--balance->drop_count) * sizeof *balance->drops);
  balance->drops[balance->drop_count++] = (struct count_drop){stack, taker, balance->time, is_with_holder};
}

bool count_balance_holds(const struct count_balance *balance, uint64_t word)
{
  for (size_t i = 0; i < balance->held_count; i++)
    if (balance->held[i].word == word)
      return true;
  return is_stored(balance, word);
}

bool count_balance_is_held(const struct count_balance *balance)
{
  return balance->held_count > 0;
}

void count_balance_dropped(struct count_balance *balance, uint64_t word, uint32_t stack, bool is_with_holder)
{
  if (is_stored(balance, word) && balance->has_newest)
    note_drop(balance, stack, balance->newest, is_with_holder);
  forget_store(balance, word);
  for (size_t i = 0; i < balance->held_count; i++)
    if (balance->held[i].word == word) {
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
      if (balance->pots[i].is_empty)
        continue;
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

static void add_giver(struct count_pot *pot, struct count_giver giver)
{
  pot->givers = count_parts_room(pot->givers, pot->giver_count, &pot->giver_capacity, sizeof *pot->givers);
  pot->givers[pot->giver_count++] = giver;
}

static void give_from(struct count_balance *balance, const struct count_pairing *pairing, size_t count, uint32_t giver)
{
  struct count_pot *const pot = &balance->pots[0];
  if (count == 1 && is_plain(pot)) {
    pairing->paired(pairing->context, pot->taken.items[0].stack, giver);
    if (--pot->taken.items[0].number == 0)
      remove_pot(balance, 0);
    return;
  }
  for (size_t i = count; i-- > 1;) {
    count_parts_add_all(&pot->taken, &balance->pots[i].taken);
    for (size_t j = 0; j < balance->pots[i].giver_count; j++)
      add_giver(pot, balance->pots[i].givers[j]);
    remove_pot(balance, i);
  }
  add_giver(pot, (struct count_giver){giver, balance->time});
  pot->is_empty = pot->giver_count == count_parts_total(&pot->taken);
}

/* --- emptied pots --- */

static size_t find_part(const struct count_parts *parts, uint32_t stack)
{
  size_t i = 0;
  while (i < parts->count && parts->items[i].stack != stack)
    i++;
  return i;
}

/* Who is nearest to where a pointer went; giver_count: several stacks are. */
static size_t nearest_giver(const struct count_pot *pot, const struct count_stacks *stacks,
                            const struct count_drop *drop)
{
  size_t best = 0, nearest = pot->giver_count;
  bool is_first = true;
  for (size_t i = 0; i < pot->giver_count; i++) {
    const size_t common = stacks->in_common(pot->givers[i].stack, drop->stack);
    if (drop->is_with_holder && pot->givers[i].when > drop->when)
      continue;
    const bool is_same = nearest < pot->giver_count && pot->givers[nearest].stack == pot->givers[i].stack;
    if (!is_first && common == best && !is_same)
      nearest = pot->giver_count;
    if (is_first || common > best) {
      nearest = i;
      best = common;
    }
    is_first = false;
  }
  return nearest;
}

/* What a giver means is looked for among all of them, also those that are paired already. */
static void learn_from(struct count_balance *balance, const struct count_pairing *pairing, struct count_pot *pot)
{
  enum { PAIRED = 0 }; /* no stack */
  uint32_t meant[BALANCE_DROPS];
  for (size_t i = 0; i < balance->drop_count; i++) {
    const size_t nearest = nearest_giver(pot, pairing->stacks, &balance->drops[i]);
    meant[i] = nearest < pot->giver_count ? pot->givers[nearest].stack : PAIRED;
  }
  for (size_t i = 0; i < balance->drop_count; i++) {
    const size_t taken = find_part(&pot->taken, balance->drops[i].taker);
    size_t giver = 0;
    while (giver < pot->giver_count && pot->givers[giver].stack != meant[i])
      giver++;
    if (meant[i] == PAIRED || taken == pot->taken.count || giver == pot->giver_count)
      continue;
    pairing->paired(pairing->context, balance->drops[i].taker, meant[i]);
    count_parts_take(&pot->taken, taken, 1);
    pot->givers[giver].stack = PAIRED;
  }
  if (pot->taken.count > 0 && count_parts_are_of_one_key(&pot->taken, pairing->stacks))
    for (size_t i = 0; i < pot->giver_count; i++)
      if (pot->givers[i].stack != PAIRED)
        pairing->paired(pairing->context, pot->taken.items[0].stack, pot->givers[i].stack);
}

static void settle_empty(struct count_balance *balance, const struct count_pairing *pairing)
{
  for (size_t i = balance->pot_count; i-- > 0;)
    if (balance->pots[i].is_empty) {
      learn_from(balance, pairing, &balance->pots[i]);
      remove_pot(balance, i);
      balance->drop_count = 0;
    }
}

/* --- changes --- */

void count_balance_took(struct count_balance *balance, const struct count_pairing *pairing, uint32_t stack)
{
  note_row(balance, stack, 1, 0);
  const uint64_t word = assign_stores(balance, pairing->stacks, stack);
  settle_empty(balance, pairing);
  add_taken(balance, stack);
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
  balance->time++;
  count_balance_settle(balance, pairing);
  const size_t count = nearest_first(balance, pairing->stacks, stack);
  if (count == 0)
    balance->is_unsure = true;
  else
    give_from(balance, pairing, count, stack);
}

void count_balance_settle(struct count_balance *balance, const struct count_pairing *pairing)
{
  assign_stores(balance, pairing->stacks, 0);
  settle_empty(balance, pairing);
}
