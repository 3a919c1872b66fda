/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What counts.c, which watches, counts_learned.c, which judges, and counts_told.c, which tells, share. */
#ifndef SEEP_MEMCHECK_PURE_FOLLOW_COUNTS_PRIVATE_H
#define SEEP_MEMCHECK_PURE_FOLLOW_COUNTS_PRIVATE_H

#include "memcheck/pure/follow/counts.h"

enum { FIELDS_MAX = 8, CHANGERS_MAX = 8, PAIRS_MAX = 64, POSITIONS_MAX = 256 };

/* An instruction that made a field rise or fall. */
struct count_changer {
  uint64_t instruction;
  bool has_begun, has_raised; /* from nothing; from more */
  bool has_freed, has_stayed; /* it made it fall, and that freed a block; and that freed none */
};

/* Whoever took there was given back there. */
struct count_pair {
  uint32_t taker, giver, number;
};

/* Fields that lie in the same place of their blocks: what is known of who counts there. */
struct count_position {
  uint8_t word, first, bytes;
  struct count_pair pairs[PAIRS_MAX];
  size_t pair_count;
};

struct count_field {
  uint8_t word, first, bytes; /* where it lies */
  struct count_position *position;
  uint64_t rises, falls, sets;            /* changes by one, and others */
  uint64_t freed_at_rest;                 /* when it had just fallen to that */
  uint64_t freed_at_one, freed_otherwise; /* at nothing, by who knows whom, is neither */
  bool has_changed_at_one;                /* of a block that was freed so, up and down */
  bool is_born_as_one;                    /* of a block that was freed */
  bool is_born_otherwise, has_fallen_below_one;
  int64_t rest; /* what a fall leaves that frees the block; known if freed_at_rest */
  struct count_changer changers[CHANGERS_MAX];
  size_t changer_count;
};

struct count_class {
  uint64_t name;
  uint64_t watched; /* a bit for each word */
  uint64_t frees;
  struct count_field *fields; /* FIELDS_MAX of them; NULL: none so far */
  size_t field_count;
};

/* What is known of one field of one block. */
struct count_track {
  struct count_balance balance;
  uint32_t last_stack, previous_stack; /* of the last changes */
  int last_change, previous_change;    /* 1, -1, or 0: none, or another one */
  bool is_born_as_one, is_unsure;
};

struct counted {
  bool is_live;
  uint32_t class;
  size_t words;
  uint64_t *values; /* by word */
  uint32_t *begun;  /* the stack that gave it its first value */
  uint8_t *written; /* a bit for each byte */
  struct count_track *tracks[FIELDS_MAX];
};

struct counts {
  struct counts_stacks stacks;
  struct counted *blocks; /* by followed_id */
  size_t block_limit;
  struct count_class *classes;
  size_t class_count, class_capacity;
  uint32_t *class_slots; /* index of a class + 1, by its name; 0: free */
  size_t slot_count;
  struct count_position *positions[POSITIONS_MAX];
  size_t position_count;
};

/* Bytes of a word: as a set, as a number, and by how much they have changed, 2 for anything but 1, 0 and -1. */
unsigned count_bytes_mask(unsigned first, unsigned bytes);
int64_t count_bytes_value(uint64_t word, unsigned first, unsigned bytes);
int count_bytes_change(uint64_t old, uint64_t value, unsigned first, unsigned bytes);
int64_t count_field_value(const struct count_field *field, uint64_t word); /* what the field says */

/* Of a field by its number. One that was given its value before the field was known begins with that; NULL: nothing is
 * known of it. */
struct count_track *counts_track(struct counts *counts, struct counted *block, size_t field);

/* A field by which this one is known to count references; NULL: it is not known. */
const struct count_field *counts_proof(const struct counts *counts, const struct count_field *field);
bool counts_may_count(const struct count_field *field);
/* Is it about what was taken by this one? */
bool counts_pair_is_about(const struct counts *counts, const struct count_position *known,
                          const struct count_pair *pair, uint32_t taker);
size_t counts_likeness(void *context, uint32_t taker, uint32_t giver); /* of a struct counts_pairing_context */

/* The block with this track changes: `change` is 1 or -1, and the field says `value` now. */
void counts_learn_change(struct counts *counts, struct count_field *field, struct count_track *track, int change,
                         int64_t value, uint32_t stack);
/* It is freed when the field says `value`. */
void counts_learn_end(struct counts *counts, struct count_field *field, struct count_track *track, int64_t value,
                      uint32_t stack);
/* For a balance of this field. */
struct counts_pairing_context {
  struct counts *counts;
  struct count_field *field;
};
struct count_pairing counts_pairing(struct counts_pairing_context *context);

#endif
