/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The errors that were told. A program may make the same mistake millions of times, so errors belong to one context
 * when their identities and innermost frames agree: four frames while there are few contexts, two when there are many.
 * Once fewer frames count, an error may fit several contexts. As in Memcheck it belongs to the one that was hit
 * last. */
#ifndef SEEP_MEMCHECK_PURE_ERRORS_TOLD_ERRORS_H
#define SEEP_MEMCHECK_PURE_ERRORS_TOLD_ERRORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcheck/pure/stacks/stacks.h"
#include "shared/record/record.h"

enum {
  TOLD_FRAMES_FEW = 4,
  TOLD_FRAMES_MANY = 2,
  TOLD_FEW_CONTEXTS = 100,    /* that were shown; from then on they are told apart by TOLD_FRAMES_MANY */
  TOLD_LIMIT_CONTEXTS = 1000, /* --error-limit */
  TOLD_LIMIT_ERRORS = 10000000,
};

/* Keys of the innermost frames of a stack (stacks_key()). */
struct told_frames {
  stack_id few, many;
};

/* One context. */
struct told_error {
  struct told_error *next; /* of its bucket, the one met last first */
  struct record_error error;
  struct told_frames frames;
  uint64_t count, sent_count;
  bool is_suppressed;
};

struct told_errors;

struct told_errors *told_errors_create(void);

/* The context of such an error; NULL: none was told. `by_few`: which frames must agree. */
struct told_error *told_errors_find(struct told_errors *errors, const struct record_error *error,
                                    struct told_frames frames, bool by_few);

/* A new context of the caller's, zeroed but for `error` and `frames`, which happened once: it gets its id, and its
 * texts, which were borrowed, become its own. Stays. */
void told_errors_add(struct told_errors *errors, struct told_error *told);

/* In the order they came. */
size_t told_errors_count(const struct told_errors *errors);
struct told_error *told_errors_at(const struct told_errors *errors, size_t index);

#endif
