/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The references that one count stands for: who took each of them, and which ones nobody has given back.
 *
 * Which of them a giver means is not seen. It is the one that was taken nearest to it: by the innermost call that both
 * have been made in. Where several are equally near, these are put together in a pot, from which one is gone; what is
 * in a pot later givers may mean or not, as far as any of it is near. So what is said to be left is left however one
 * chooses among those equally near.
 *
 * A pot that was emptied tells nothing of this block any more, but something of others. A reference belongs to the word
 * in which a pointer is stored along with it, if there is one such word. Who is nearest to where that pointer went, of
 * all that have given back something from this pot, has given back what belonged to it; and had done so, if what the
 * word lay in went. This is not known of what is left: pointers stay where they were when references are given back,
 * and go when others are. */
#ifndef SEEP_MEMCHECK_PURE_FOLLOW_COUNT_BALANCE_H
#define SEEP_MEMCHECK_PURE_FOLLOW_COUNT_BALANCE_H

#include "memcheck/pure/follow/count_parts.h"

/* Changes of the count by one stack. */
struct count_row {
  uint32_t stack;
  uint64_t taken, given;
};

enum { BALANCE_ROWS = 48, BALANCE_STORES = 4, BALANCE_DROPS = 8 };

/* References of which one is as good as another: those that were taken, and who gave some of them back. */
struct count_pot {
  struct count_parts taken;
  struct count_giver {
    uint32_t stack, when;
  } * givers;
  size_t giver_count, giver_capacity;
  bool is_empty;
};

struct count_balance {
  struct count_pot *pots;
  size_t pot_count, pot_capacity;
  struct count_held {
    uint32_t stack;
    uint64_t word;
  } * held; /* what was taken, and the words it belongs to */
  size_t held_count, held_capacity;
  struct count_row rows[BALANCE_ROWS]; /* all changes, by stack */
  size_t row_count;
  uint64_t taken_elsewhere, given_elsewhere; /* by stacks that found no place there */
  struct count_store {
    uint32_t stack;
    uint64_t word;
  } stores[BALANCE_STORES + 1]; /* pointers stored since the last change */
  size_t store_count;
  struct count_drop {
    uint32_t stack, taker, when;
    bool is_with_holder;
  } drops[BALANCE_DROPS]; /* such pointers that are gone, the last ones */
  size_t drop_count;
  uint32_t time;   /* so many have given back */
  uint32_t newest; /* the last change, if it took, and has no word; else 0 */
  bool has_newest;
  bool is_unsure; /* more was given back than taken */
};

/* A giver is known to have given back what that one took. */
typedef void count_paired(void *context, uint32_t taker, uint32_t giver);

struct count_pairing {
  const struct count_stacks *stacks;
  count_paired *paired;
  void *context;
};

void count_balance_release(struct count_balance *balance);

/* A stack has taken one, or given one back. */
void count_balance_took(struct count_balance *balance, const struct count_pairing *pairing, uint32_t stack);
void count_balance_gave(struct count_balance *balance, const struct count_pairing *pairing, uint32_t stack);

/* A pointer to the counted block was stored there, not on a stack; it is there no more; it was moved. The stack by
 * which it went matters if a reference belongs to it. `is_with_holder`: what the word lay in went. */
void count_balance_stored(struct count_balance *balance, uint64_t word, uint32_t stack);
bool count_balance_holds(const struct count_balance *balance, uint64_t word);
void count_balance_dropped(struct count_balance *balance, uint64_t word, uint32_t stack, bool is_with_holder);
void count_balance_moved(struct count_balance *balance, uint64_t from, uint64_t to);

/* Does a reference belong to any word that still has its pointer? */
bool count_balance_is_held(const struct count_balance *balance);

/* Nothing more is known of what has been. */
void count_balance_settle(struct count_balance *balance, const struct count_pairing *pairing);

/* How much a giver is like those who are known to have given back what that one took; 0: none are known; COUNT_SAME: it
 * is one of them. */
#define COUNT_SAME SIZE_MAX
typedef size_t count_likeness(void *context, uint32_t taker, uint32_t giver);

/* Once settled: what is left of the references, by who took them. In a pot a giver means what those gave back that it
 * is most like. false: it is not known which; then `ret` has all of those that may be left. Release the parts. */
bool count_balance_left(const struct count_balance *balance, const struct count_stacks *stacks,
                        count_likeness *likeness, void *context, struct count_parts *ret);

#endif
