/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two heaps compared: two snapshots of one process, or those of two runs, maybe of different builds.
 *
 * Sites are the same when their identity is (functions, not lines or addresses), roots when their name is. Neither is
 * unique in one heap; what has the same is added up. */
#ifndef SEEP_HOST_HEAP_QUESTIONS_HEAP_DIFF_H
#define SEEP_HOST_HEAP_QUESTIONS_HEAP_DIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "host/heap/model/heap.h"

enum heap_change {
  HEAP_NEW,    /* not there before */
  HEAP_GROWN,  /* more bytes, or as many in more blocks */
  HEAP_SHRUNK,
  HEAP_GONE,
  HEAP_SAME,
  HEAP_CHANGES,
};

/* "new", "grown", "shrunk", "gone", "same" */
const char *heap_change_words(enum heap_change change);

/* Of one side; all 0 when it is not there. Roots have no bytes of their own: theirs are retained ones. */
struct heap_amount {
  uint64_t bytes, blocks, retained_bytes;
};

struct heap_diff_line {
  const char *name;                            /* of the new side, if it is there; the heap's own */
  const struct heap_site *site;                /* the largest of them, of the new side if there; NULL: roots */
  const struct root_group *root;               /* the same of roots; NULL: sites */
  enum heap_change change;
  struct heap_amount before, after;
  uint64_t survived_bytes;                     /* same process: of `after`, what was there before already */
};

struct heap_diff {
  bool is_same_process;                 /* same pid and start: survivors can be told by their birth */
  bool has_snapshots;                   /* both: false when live bytes are those of samples, without roots */
  struct heap_diff_line *sites, *roots; /* largest difference of bytes (roots: retained bytes) first, then of blocks,
                                         * then by identity or name */
  size_t site_count, root_count;        /* HEAP_SAME is in them, at the end */
  struct heap_amount before, after;     /* all; retained_bytes is what roots reach */
  uint64_t survived_bytes;
};

/* The heaps must stay as long as the result does. */
void heap_diff_create(const struct heap *before, const struct heap *after, struct heap_diff **ret);
void heap_diff_destroy(struct heap_diff *diff);

#endif
