/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All that was found in one line, the worst first: "1 use after free, 333 bytes lost in 1 place". */
#ifndef SEEP_HOST_REPORTS_SCREEN_VERDICT_H
#define SEEP_HOST_REPORTS_SCREEN_VERDICT_H

#include <stdbool.h>
#include <stdio.h>

#include "host/model/process/leak_kinds.h"
#include "host/model/words/error_titles.h"

/* What was lost, of one kind. */
struct verdict_loss {
  uint64_t bytes, blocks;
  size_t places; /* 0: not known */
};

struct verdict_counts {
  size_t errors[ERROR_NAMES], error_count; /* findings that are errors, by what they are called */
  struct verdict_loss losses[LEAK_KINDS];
  size_t growing; /* places that keep growing */
};

/* Parts with commas between them. */
struct verdict {
  char *text;
  size_t size;
  FILE *stream;
  bool has_parts;
};
void verdict_begin(struct verdict *verdict);
void verdict_add(struct verdict *verdict, char *part); /* which is taken over; NULL: none */
void verdict_add_counts(struct verdict *verdict, const struct verdict_counts *counts);
char *verdict_end(struct verdict *verdict); /* malloc'ed */

/* Is anything definitely or possibly lost? */
bool verdict_has_loss(const struct verdict_counts *counts);

#endif
