/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The leaks of one check, each once, as merged findings have them (host/model/process/leak_parts.h): by kind, identity,
 * and what suppresses them. */
#ifndef SEEP_HOST_MODEL_PROCESS_LEAKS_H
#define SEEP_HOST_MODEL_PROCESS_LEAKS_H

#include "host/model/frames/identity.h"
#include "host/model/process/doubts.h"
#include "host/model/process/leak_parts.h"

struct leak {
  struct identity identity;
  enum record_leak_kind kind;
  bool is_cycle;                       /* all of it */
  bool is_shown;                       /* as asked for */
  const struct suppression *suppression; /* NULL: not suppressed */
  struct leak_amounts amounts;
  const struct stack *stack;           /* by which most of it was allocated; of a cycle the first by name */
  const struct loss_record **records;  /* that it is made of, each once, the smallest first */
  size_t record_count;
  const struct stack **stacks; /* by which it was allocated; of a cycle by name */
  size_t stack_count;
  uint64_t stack_bytes;                /* by `stack` */
  struct doubts doubts;                /* about its own blocks */
  struct test_ids tests;               /* in which its blocks were allocated */
};

struct leaks {
  struct leak *items; /* the worst last: by kind, and of one kind by size with what is lost through them */
  size_t count;
};

/* To be released with leaks_release(). */
void leaks_find(const struct process *process, const struct leak_check *check, struct leaks *ret);
void leaks_release(struct leaks *leaks);

#endif
