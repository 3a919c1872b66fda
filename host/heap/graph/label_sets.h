/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sets of small numbers, each kept once and known by an id, so that equal sets have equal ids. Made for a few thousand
 * different sets and hundreds of millions of operations. */
#ifndef SEEP_HOST_HEAP_GRAPH_LABEL_SETS_H
#define SEEP_HOST_HEAP_GRAPH_LABEL_SETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct label_set {
  uint32_t id, count;
  uint32_t labels[]; /* ascending */
};

struct label_sets;

/* Set 0 is the empty one. */
struct label_sets *label_sets_create(void);
void label_sets_destroy(struct label_sets *sets);

/* The labels that two sets have in common; a set with one label more. False: there are too many sets. */
bool label_sets_intersect(struct label_sets *sets, uint32_t a, uint32_t b, uint32_t *ret);
bool label_sets_add(struct label_sets *sets, uint32_t a, uint32_t label, uint32_t *ret);

/* How many there are, by ids from 0 up; and each, as long as no other is added. */
uint32_t label_sets_count(const struct label_sets *sets);
const struct label_set *label_sets_at(const struct label_sets *sets, uint32_t id);

#endif
