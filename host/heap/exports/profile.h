/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sites of a heap as profile formats want them: stacks of numbered frames, without the frames of allocators, and
 * what each stack has live and has ever had.
 *
 * All names are valid UTF-8 on one line, whatever the program's files say; each format escapes what else it must not
 * hold. */
#ifndef SEEP_HOST_HEAP_EXPORTS_PROFILE_H
#define SEEP_HOST_HEAP_EXPORTS_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "host/heap/model/heap.h"
#include "host/model/process/xtree.h"

/* Functions differ by name, file and object. */
struct profile_function {
  uint32_t number; /* in the profile's list */
  char *name;      /* of a function that is not known its file's: "[libz.so.1]" */
  char *linkage;   /* as in the symbol table */
  char *file;      /* whole path; empty: not known */
  char *object;    /* the same */
};

/* A frame, numbered. */
struct profile_frame {
  uint32_t number; /* in the profile's list */
  const struct profile_function *function;
  const struct code *code;   /* NULL: there is no stack */
  const struct frame *frame; /* one of the code's; without one it tells nothing */
  char *text;      /* as in a report: "0x10913E: cache_new (cache.c:40)" */
};

struct profile_site {
  const struct profile_frame **frames; /* innermost first; at least one */
  size_t frame_count;
  uint64_t stack_id;
  const struct stack *stack;          /* NULL: not known */
  const struct growth_site *growth;   /* NULL: none */
  const struct xtree_item *item;      /* of an execution tree; it has all the numbers, those below are 0 */
  uint64_t live_bytes, live_blocks;   /* in the snapshot; without one at the end */
  uint64_t total_bytes, total_blocks; /* ever allocated; live ones where that is not known */
};

struct profile {
  const struct heap *heap; /* borrowed; NULL: it is of an execution tree */
  struct profile_function **functions;
  struct profile_frame **frames;
  uint32_t function_count, frame_count;
  struct profile_site *sites; /* ascending by frames (by addresses for an execution tree), innermost first: those
                               * below one frame are neighbours */
  size_t site_count;
  bool has_totals;            /* the run has told what was ever allocated */
};

void profile_create(const struct heap *heap, struct profile **ret);
/* The stacks of an execution tree, as long as they are there. */
void profile_of_xtree(const struct settings *settings, const struct xtree *xtree, struct profile **ret);
void profile_destroy(struct profile *profile);

/* Ascending by frames, then by stack ids. */
int profile_compare_frames(const struct profile_site *a, const struct profile_site *b);

/* The sample with the most live bytes, one that is marked as the peak if there is one; SIZE_MAX: no samples. */
size_t profile_peak(const struct growth *growth);

/* What the process was started as, on one line; malloc'ed. */
char *profile_command(const struct heap *heap);

#endif
