/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A running program's heap by place, as frames tell of it: what each has, and how fast that changes from one look to
 * the next. Numbers alone: what a stack's place is called is asked for. */
#ifndef SEEP_HOST_HEAP_TOP_LIVE_PLACES_H
#define SEEP_HOST_HEAP_TOP_LIVE_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "shared/record/record.h"

struct live_numbers {
  uint64_t bytes, blocks;
  uint64_t total_bytes, total_blocks; /* that were ever made */
};

struct live_place {
  const char *name;
  uint64_t stack_id; /* of its stacks that which has most bytes; 0: not known */
  size_t stacks;
  struct live_numbers now, before, first; /* before: at the last look; first: when it was looked at first */
  double grown;                           /* bytes since then */
  double bytes_per_second;                /* since the last look; NAN: not known */
  double blocks_per_second;               /* that were made; NAN likewise */
};

/* The whole heap. */
struct live_heap {
  uint64_t elapsed_ns, allocations, allocated_bytes, bytes, blocks;
};

struct live_places;

/* `name` says what a stack's place is called, malloc'ed. */
struct live_places *live_places_create(char *(*name)(void *context, uint64_t stack_id), void *context);
void live_places_destroy(struct live_places *places);

/* Frames may say anything: lists of different lengths count as far as all go. */
void live_places_take_sample(struct live_places *places, const struct record_sample *sample);
void live_places_take_census(struct live_places *places, const struct record_census *census);

/* What was taken so far is from before it was watched. */
void live_places_begin(struct live_places *places);

/* Has a CENSUS come since the last look? */
bool live_places_have_news(const struct live_places *places);

/* Look at what was taken so far. Growth is measured from the first look after a CENSUS. If `is_idle` the
 * program has not run since the last one, and nothing is taken for it. */
void live_places_look(struct live_places *places, bool is_idle);

/* As of the last look. */
const struct live_heap *live_places_heap(const struct live_places *places);
uint64_t live_places_watched_ns(const struct live_places *places);                   /* since the first */
double live_places_grown(const struct live_places *places);                          /* bytes since then */
double live_places_allocation_rate(const struct live_places *places, bool of_bytes); /* per second; NAN: not known */

enum live_order { LIVE_BY_BYTES, LIVE_BY_BLOCKS, LIVE_BY_GROWTH, LIVE_BY_RATE, LIVE_BY_ALLOCATIONS, LIVE_ORDERS };

/* Places that have something, or are at work, the largest first; a malloc'ed array of what is valid until the next
 * frame. */
const struct live_place **live_places_sorted(const struct live_places *places, enum live_order order,
                                             size_t *ret_count);

#endif
