/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Entries on their way: a group of findings, and how closely the entry for it keeps to their stacks. */
#ifndef SEEP_SUPPRESSIONS_DRAFT_H
#define SEEP_SUPPRESSIONS_DRAFT_H

#include "suppressions/cover.h"
#include "suppressions/entry.h"
#include "suppressions/frame_lines.h"

/* A chosen finding, frame by frame. The frames are cut into
 *
 *   inner      allocators and libraries' functions in front of
 *   telling    the innermost function that means something, with what is needed to name it
 *   outer      its callers */
struct draft_stack {
  const struct frame_line **lines; /* NULL: the finding is not chosen */
  size_t count;
  size_t telling, outer;           /* where the second and the third part begin */
  const char **shape;              /* the inner part as entries write it: families, "..." */
  size_t shape_count;
};

struct draft_stacks {
  const struct cover_finding *findings;
  size_t count;
  struct draft_stack *stacks;      /* of each finding */
  struct frame_lines *lines;
};

struct error *draft_stacks_init(struct draft_stacks *stacks, const struct cover_finding *findings, size_t count);
void draft_stacks_deinit(struct draft_stacks *stacks);

/* How an entry writes the inner part, from wide to narrow. */
enum draft_form {
  DRAFT_WIDE,   /* as all of the group have it, "..." where they differ */
  DRAFT_SHAPE,  /* they have the same shape, which is written */
  DRAFT_EXACT,  /* they have the same frames, which are written */
  DRAFT_COMMON, /* nothing but "..." before a function that they all come through */
};

struct draft {
  enum draft_form form;
  size_t depth;         /* how many outer frames are written */
  size_t *members;      /* findings, ascending */
  size_t member_count;
  const char *common;   /* DRAFT_COMMON: the function's line */
  size_t offended;      /* a visible finding that it matches; SIZE_MAX: none */
};

struct error *draft_create(enum draft_form form, size_t depth, const size_t *members, size_t count, struct draft **ret);
void draft_destroy(struct draft *draft);

/* Is the telling function main? Nearly all comes from there, so entries for it must say how. */
bool draft_is_of_main(const struct draft_stacks *stacks, size_t finding);

/* In the order of what drafts of that form may not mix: kind and extra line and telling frames, then (form) shape, then
 * exact inner frames and leak kind, then outer frames down to `depth`. 0: may be members of one draft. */
int draft_compare(const struct draft_stacks *stacks, enum draft_form form, size_t depth, size_t a, size_t b);

/* The entry, as a file has it. */
struct error *draft_text(const struct draft_stacks *stacks, const struct draft *draft, char **ret_name,
                         char **ret_text);

#endif
