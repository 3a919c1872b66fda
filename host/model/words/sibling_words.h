/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What became of other blocks of a leak's place (SIBLINGS), in words: "41 of 42 blocks allocated here were freed by
 * conn_close() (conn.c:88), called by serve(); this one was not." */
#ifndef SEEP_HOST_MODEL_WORDS_SIBLING_WORDS_H
#define SEEP_HOST_MODEL_WORDS_SIBLING_WORDS_H

#include "host/model/process/siblings.h"

/* Blocks that ended in one place of the program. */
struct sibling_way {
  const char *place;         /* "conn_close() (conn.c:88)" */
  const char *caller;        /* "serve()"; NULL: it is not known, or there are several */
  const struct stack *stack; /* by which most of them ended */
  bool is_resized;
  uint64_t blocks;
};

/* All zeros: nothing is known. */
struct sibling_ways {
  uint64_t blocks, ended;    /* in all; those of them that have ended, wherever that was */
  struct sibling_way *items; /* count of them, most blocks first; malloc'ed, as their texts are */
  size_t count;
};

/* What is known of the blocks of some records of the process's last check, to be released. */
void sibling_ways_find(const struct process *process, const struct loss_record *const *records, size_t count,
                       struct sibling_ways *ret);
void sibling_ways_release(struct sibling_ways *ways);

/* As it is said below a leak of so many blocks; malloc'ed, NULL: none has ended. */
char *sibling_sentence(const struct sibling_ways *ways, uint64_t lost_blocks);

#endif
