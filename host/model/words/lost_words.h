/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How blocks were lost, in sentences; the same in every format. */
#ifndef SEEP_HOST_MODEL_WORDS_LOST_WORDS_H
#define SEEP_HOST_MODEL_WORDS_LOST_WORDS_H

#include "host/model/process/model.h"

/* Blocks that were allocated in one place and lost in one way. */
struct lost_case {
  const struct process *process;
  const struct stack *allocated;  /* NULL: not known */
  const struct lost_blocks *lost;
};

/* "Its last pointer, the global variable "head", was overwritten with NULL in pop() (list.c:88)."; malloc'ed. */
char *lost_sentence(const struct lost_case *lost);

/* The same of what happened before: the event of that number, from 1 up to those that there are. */
char *lost_earlier_sentence(const struct lost_case *lost, size_t event);

/* Such a sentence as it is said of these blocks of a finding with so many: "For 2 of 3 blocks: its last pointer, ...";
 * malloc'ed likewise. */
char *lost_sentence_of(const char *sentence, uint64_t blocks, uint64_t all_blocks);

/* Where they would have had to be freed: "Free it before ..."; malloc'ed. NULL where that is not clear, and without
 * memory. */
char *lost_suggestion(const struct lost_case *lost);

/* The same of an event of an error's trail: "A pointer to it is in the global variable "cache"; it was stored there in
 * add() (cache.c:9)." `left_out`: so many events just before it are not told. */
struct trail;
char *trail_sentence(const struct process *process, const struct trail *trail, size_t event, size_t left_out);

/* "main (list.c:28)": who called the function that stored the last pointer; malloc'ed. NULL: not known. */
char *lost_stored_caller(const struct lost_case *lost);

/* "overwritten", "global", "null": as programs read them. */
const char *lost_cause_name(enum record_lost_cause cause);
const char *lost_place_name(enum lost_place_kind kind);
const char *lost_value_name(const struct lost_event *event);

/* The name of a register, by its number in DWARF; NULL: it is none that can hold a pointer. */
enum { LOST_REGISTERS = 64 };
const char *lost_register_name(unsigned number);

#endif
