/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The distinct texts of a set's locations, numbered, and the numbers of those that match a frame. */
#ifndef SEEP_SUPPRESSIONS_PATTERNS_H
#define SEEP_SUPPRESSIONS_PATTERNS_H

#include "suppressions/entry.h"

struct patterns;

struct patterns *patterns_create(void);
void patterns_destroy(struct patterns *patterns);

/* Add all texts, which must outlive the patterns, then number them. Before that nothing else may be asked. */
void patterns_add(struct patterns *patterns, enum location_type type, const char *text);
void patterns_number(struct patterns *patterns);

/* Numbers are below it. */
unsigned patterns_count(const struct patterns *patterns);

/* The number of a text that was added. */
unsigned patterns_find(struct patterns *patterns, enum location_type type, const char *text);

/* Ascending, some perhaps twice; valid as long as the patterns. */
struct pattern_numbers {
  unsigned *items;
  size_t count;
};

/* What matches names of a frame, any of which may be NULL, and source lines whatever the frame's line is. */
const struct pattern_numbers *patterns_of_function(struct patterns *patterns, const char *linkage,
                                                   const char *function);
const struct pattern_numbers *patterns_of_object(struct patterns *patterns, const char *object);
const struct pattern_numbers *patterns_of_source(struct patterns *patterns, const char *file, const char *directory);

/* Is the number among them? */
static inline bool pattern_numbers_have(const struct pattern_numbers *numbers, unsigned number)
{
  size_t start = 0, end = numbers->count;
  while (end - start > 1) {
    size_t middle = start + (end - start) / 2;
    if (numbers->items[middle] <= number)
      start = middle;
    else
      end = middle;
  }
  return start < end && numbers->items[start] == number;
}

#endif
