/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Could the heap of a process be seen? Where it could not, "no leaks" means nothing. */
#ifndef SEEP_HOST_MODEL_PROCESS_HEAP_SIGHT_H
#define SEEP_HOST_MODEL_PROCESS_HEAP_SIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "host/base/error.h"
#include "host/record/frame_reader.h"

/* As the last HEAP_VIEW frame told it. */
struct heap_sight {
  uint64_t view;            /* enum record_heap_sight, or what a newer Seep knows; 0: the record does not say */
  char *allocator, *module; /* NULL: not known */
};

/* Copies what the frame says; what was there before is released. An error: it says nothing. */
struct error *heap_sight_set(struct heap_sight *sight, const struct record_heap_view *frame);
void heap_sight_release(struct heap_sight *sight);

/* Is it known that the heap could not be seen? */
bool heap_sight_is_unseen(uint64_t view);

/* "static", "allocator" ... as options and formats name it; NULL when the record does not say. */
const char *heap_sight_word(uint64_t view);

/* "it has an allocator that is not replaced: jemalloc in /usr/lib/libjemalloc.so.2", and what a person can do about it
 * in parentheses; malloc'ed. Both names may be NULL. */
char *heap_sight_sentence(uint64_t view, const char *allocator, const char *module);

#endif
