/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Execution trees, as Valgrind calls them: call stacks with what there is to count at each, under several heads
 * ("events"). Stacks that begin alike are one branch. Of the heap they are made from XTREE frames, of a leak check from
 * its records; files are written by host/heap/exports/xtree_files.h. */
#ifndef SEEP_HOST_MODEL_PROCESS_XTREE_H
#define SEEP_HOST_MODEL_PROCESS_XTREE_H

#include "host/model/process/model.h"

enum { XTREE_EVENTS_MAX = 27 };

struct xtree_event {
  const char *name, *words; /* "curB", "currently allocated Bytes" */
};

/* What was counted at a stack, which is resolved; codes [first, end) of it are shown, one at least. */
struct xtree_item {
  const struct stack *stack;
  size_t first, end;
  uint64_t values[XTREE_EVENTS_MAX];
};

struct xtree {
  char *file;
  const struct xtree_event *events; /* event_count of them, and of values */
  size_t event_count;
  struct xtree_item *items;         /* each with something, and a stack of its own; in the order they came */
  size_t count, capacity;
  bool by_monitor;
  uint64_t elapsed_ns;
};

/* What a check would show, if it were not for its xtree_file. */
void xtree_of_leaks(const struct settings *settings, const struct leak_check *check, struct xtree **ret);
void xtree_destroy(struct xtree *xtree);

#endif
