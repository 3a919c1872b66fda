/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two runs' costs side by side, by function and by line. Lines are told by their marks (host/frame/frame.h), so that
 * those which an edit has moved are the same. */
#ifndef SEEP_HOST_COST_COST_DIFF_H
#define SEEP_HOST_COST_COST_DIFF_H

#include "host/cost/cost_table.h"

/* Modules are compared by their last component, as builds lie in folders of their own. */
struct cost_change {
  const char *function, *path, *module;
  unsigned line; /* in the later run, if it has it; 0: of a function, or not known */
  uint64_t mark; /* 0: none is known, and the line counts */
  uint64_t before, after; /* instructions */
};

struct cost_diff {
  struct cost_change *functions, *lines; /* the most changed first */
  size_t function_count, line_count;
  size_t shared_functions; /* that both runs have */
  uint64_t before, after;  /* instructions in all */
};

/* Text is the tables', which must live as long. */
void cost_diff_make(const struct cost_table *before, const struct cost_table *after, struct cost_diff *ret);
void cost_diff_release(struct cost_diff *diff);

#endif
