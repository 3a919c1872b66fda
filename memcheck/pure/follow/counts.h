/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which words of followed blocks are counts of references, and what became of each reference.
 *
 * A word that only ever changes by one, up and down, may be a count of anything: of references, or of entries. It is
 * one of references if its fall to rest frees the block, that is, if blocks of the same class were freed by the call in
 * which theirs fell. A class is what was allocated alike, as large as each other: blocks of one class mostly have the
 * same layout. So what is learned of a word holds for all of them:
 *
 * - A field, its place and width, is known from the first store that changes it by one.
 * - A fall is proof where it frees the block, and is no loop that counts down to nothing; and either the field began as
 *   1, stored by an instruction that counts nothing further up, or the same instruction has made it fall before and did
 *   not free the block.
 * - Compilers need not store a fall to nothing. So it is proof as well if the field begins as 1, goes up and down,
 * never to nothing, and all blocks are freed while it is 1.
 * - Other changes, or blocks that are freed while the field says something else, speak against it.
 *
 * Words that change in other ways, or never, are soon looked at no more. A reference is paired with who gives it back
 * as count_balance.h says; where that leaves several, what other blocks of the class have taught decides: who took
 * there was always given back elsewhere. */
#ifndef SEEP_MEMCHECK_PURE_FOLLOW_COUNTS_H
#define SEEP_MEMCHECK_PURE_FOLLOW_COUNTS_H

#include "memcheck/pure/follow/count_balance.h"
#include "memcheck/pure/follow/references.h"

enum { COUNTS_WORDS = 64, COUNTS_WORD_BYTES = 8 }; /* words of a block that are looked at */

struct counts;

/* `instruction`: the innermost one of a stack; `frees`: may the function that made the field fall, or one that it was
 * called by since the change before, have gone on to free the block? */
struct counts_stacks {
  struct count_stacks stacks;
  uint64_t (*instruction)(uint32_t stack);
  bool (*frees)(uint32_t before, uint32_t fall, uint32_t free);
};

struct counts *counts_create(const struct counts_stacks *stacks);
void counts_destroy(struct counts *counts);

/* A block is followed from now on that was allocated there. */
void counts_follow(struct counts *counts, followed_id id, uint32_t place, uint64_t bytes);
bool counts_follows(const struct counts *counts, followed_id id);
/* It was freed by that call; 0: not known. */
void counts_end(struct counts *counts, followed_id id, uint32_t stack);

/* Has something been stored in these four bytes of it? */
bool counts_is_written(const struct counts *counts, followed_id id, size_t word, unsigned half);
/* The next word from `from` on that is looked at; false: there is none. */
bool counts_next_watched(const struct counts *counts, followed_id id, size_t from, size_t *ret_word);

/* Bytes of such a word were stored, of which it holds `value` now. It is looked at on if this returns true. `stack`: of
 * the store, where counts_want_stack(), asked before, says that it matters. */
bool counts_want_stack(const struct counts *counts, followed_id id, size_t word, unsigned first, unsigned bytes,
                       uint64_t value);
bool counts_stored(struct counts *counts, followed_id id, size_t word, unsigned first, unsigned bytes, uint64_t value,
                   uint32_t stack);

/* Pointers to the block, in words that are not on a stack (count_balance.h). That they go matters also when the block
 * is freed already. */
bool counts_tracks(const struct counts *counts, followed_id id); /* do they matter yet? */
void counts_held(struct counts *counts, followed_id id, uint64_t address, uint32_t stack);
bool counts_holds(const struct counts *counts, followed_id id, uint64_t address);
void counts_dropped(struct counts *counts, followed_id id, uint64_t address, uint32_t stack, bool is_with_holder);
void counts_moved(struct counts *counts, followed_id id, uint64_t from, uint64_t to);

/* --- what is known of a block --- */

enum { COUNTS_SIBLINGS_TOLD = 4 };

struct count_facts {
  uint64_t offset, bytes;  /* of the field */
  uint64_t value;          /* references that are left; of what is not understood, what it says */
  bool is_understood;      /* it is a count of references, for sure */
  bool is_paired;          /* `left` has just those that are left; else all that may be, or none if that is not known */
  struct count_parts left; /* by who took them */
  const struct count_balance *balance;           /* its rows: valid until the block changes */
  struct count_part given[COUNTS_SIBLINGS_TOLD]; /* who gave back what was taken there, in how many other blocks */
  size_t given_count;
};

/* `read`: what a word of the block holds. false: no word of it says anything. Release it. */
bool counts_tell(struct counts *counts, followed_id id, uint64_t (*read)(followed_id id, size_t word),
                 struct count_facts *ret);
void count_facts_release(struct count_facts *facts);

#endif
