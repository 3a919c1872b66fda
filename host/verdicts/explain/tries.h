/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --try-fix: what comes of freeing blocks where it is suggested. In the run in which they were followed each block has
 * a moment at which it was lost; the programs are run once more, and the tool frees each block at that moment. */
#ifndef SEEP_HOST_VERDICTS_EXPLAIN_TRIES_H
#define SEEP_HOST_VERDICTS_EXPLAIN_TRIES_H

#include "host/model/process/tried_blocks.h"
#include "host/verdicts/explain/outcome.h"

enum { TRIED_BLOCKS_MAX = 2000 }; /* in one run of a program: they are told in an argument */

/* A block, and what came of it. */
struct explain_tried {
  size_t program; /* which of those that are run again */
  struct lost_moment moment;
  char *where;    /* both stacks, as they are the same in another run; malloc'ed */
  bool was_freed; /* there */
  char *use;      /* "kv_get() (kv.c:88) reads it": the first one after that; malloc'ed, NULL: none */
};

/* A suggestion for blocks of a finding. */
struct explain_try {
  size_t item;         /* of what is wanted */
  char *suggestion;    /* malloc'ed */
  uint64_t blocks;     /* that were lost so, in processes that are looked at */
  const char *why_not; /* static; NULL: some blocks can be tried */
  struct explain_tried *tried;
  size_t tried_count, tried_capacity;
};

/* How a program ended, and how many blocks it has lost, in the two runs. */
struct explain_ends {
  struct {
    bool is_known;
    uint64_t reason, status, signal, lost_blocks;
  } before, after;
};

struct explain_tries {
  const struct explain_wanted *wanted;
  const struct explain_programs *programs;
  struct explain_try *items;
  size_t count, capacity;
  struct explain_ends *ends; /* by program */
};

/* What there is to try, of the run in which blocks were followed. To be released. */
struct error *explain_tries_find(const struct command *command, const struct explain_outcome *outcome,
                                 const char *directory, struct explain_tries *ret);
void explain_tries_release(struct explain_tries *tries);

/* As --try-fix takes it, for a program; malloc'ed, NULL: there is nothing to try in it. */
char *explain_tries_moments(const struct explain_tries *tries, size_t program);

/* What came of it, from the records of that run. */
struct error *explain_tries_judge(const struct command *command, const char *directory, struct explain_tries *tries);

/* What is said of an item's suggestions, `now` being what it is in the run in which it was followed; malloc'ed, NULL:
 * nothing was suggested. */
char *explain_tries_sentence(const struct explain_tries *tries, size_t item, const struct finding *now);

#endif
