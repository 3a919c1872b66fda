/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Drafts of entries: a group of findings, and how closely the entry for it follows their stacks. */
#ifndef SEEP_SUPPRESSIONS_GENERATE_ENTRY_TEXT_H
#define SEEP_SUPPRESSIONS_GENERATE_ENTRY_TEXT_H

#include "suppressions/entry.h"
#include "suppressions/generate/cover.h"
#include "suppressions/generate/frame_lines.h"

/* A chosen finding, frame by frame. The frames are cut into
 *
 *   inner      what allocates for the place: allocators, wrappers, libraries
 *   telling    the function of the finding's place, with what is needed to name it
 *   outer      its callers */
struct draft_stack {
  const struct frame_line **lines; /* NULL: the finding is not chosen */
  size_t count;
  size_t telling, outer;           /* where the second and the third part begin */
  const char *program;             /* as conditions name it; NULL: unknown */
  const char *program_file;        /* path; borrowed; NULL: unknown */
  const char *program_line;        /* for what calls main in it; NULL: the stack does not show it */
};

struct draft_stacks {
  const struct cover_finding *findings;
  size_t count;
  struct draft_stack *stacks;      /* of each finding */
  struct frame_lines *lines;
};

void draft_stacks_init(struct draft_stacks *stacks, const struct cover_finding *findings, size_t count);
void draft_stacks_deinit(struct draft_stacks *stacks);

/* How an entry writes the inner part, frame by frame. */
enum draft_form {
  DRAFT_SHAPE, /* functions by family, the inside of libraries by module */
  DRAFT_EXACT, /* all by name */
};

struct draft {
  enum draft_form form;
  size_t depth;         /* how many outer frames are written */
  size_t *members;      /* findings, ascending */
  size_t member_count;
  size_t hides_visible;      /* a visible finding that it matches; SIZE_MAX: none */
  const char *mutation; /* what can be replaced in a member so that the draft still matches; NULL: nothing */
  bool is_loose;        /* the same of another chosen finding, on the way to its place */
  bool is_last;         /* nothing narrower exists */
};

struct draft *draft_create(enum draft_form form, size_t depth, const size_t *members, size_t count);
void draft_destroy(struct draft *draft);

/* Orders findings by what a draft of that form may not mix: kind, extra line and telling frames; outer frames down to
 * `depth`, and the program where these end in main; inner frames as the form writes them; and (exact) leak kind. 0:
 * both may be members of one draft. */
int draft_compare(const struct draft_stacks *stacks, enum draft_form form, size_t depth, size_t a, size_t b);

/* Is main the outermost function that the draft names? */
bool draft_ends_in_main(const struct draft_stacks *stacks, const struct draft *draft);

/* Set of enum suppressions_leak_kind that the entry is for. */
unsigned draft_leak_kinds(const struct draft_stacks *stacks, const struct draft *draft);

/* Is the place a function without a name? */
bool draft_is_nameless(const struct draft_stacks *stacks, const struct draft *draft);

/* The entry, as a file has it. */
void draft_text(const struct draft_stacks *stacks, const struct draft *draft, char **ret_name, char **ret_text);

#endif
