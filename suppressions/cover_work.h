/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A cover in the making; private to cover.c and cover_lump.c. */
#ifndef SEEP_SUPPRESSIONS_COVER_WORK_H
#define SEEP_SUPPRESSIONS_COVER_WORK_H

#include "suppressions/cover.h"
#include "suppressions/draft.h"

struct cover_work {
  struct draft_stacks stacks;
  struct pointer_list drafts; /* struct draft; NULL: given up or taken apart */
  struct cover *cover;
  size_t missed_capacity;
};

/* Set `offended` of those drafts that match a visible finding. NULLs are passed over. */
struct error *cover_try(const struct cover_work *work, struct draft *const *drafts, size_t count);

/* Replace drafts of one library by wider ones where that hides nothing visible. */
struct error *cover_lump(struct cover_work *work);

/* For arrays of size_t. */
int cover_compare_sizes(const void *a, const void *b);

#endif
