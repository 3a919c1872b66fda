/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What lives on the heap, counted: by allocation site, by type, by size, by age.
 *
 * A census puts every block into one class; its rows are the classes that have blocks. What a class retains is what
 * would go if all its blocks went, so the rows of a census add up to more than the heap. */
#ifndef SEEP_HOST_HEAP_QUESTIONS_CENSUS_H
#define SEEP_HOST_HEAP_QUESTIONS_CENSUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/heap/model/heap.h"

/* Sizes or allocation numbers from `start` up to, but not with, `end`. */
struct census_range {
  uint64_t start, end; /* end UINT64_MAX: no end */
};

/* Sizes in bytes as a person writes them: "=512", "256..512" (256 up to 511), "64K..128K"; K, M and G are powers of
 * 1024. False: not such a text. */
bool census_range_parse(const char *text, struct census_range *ret);

enum { CENSUS_RANGE_BYTES = 48 };
/* The same text back; returns `buffer`. */
const char *census_range_text(struct census_range range, char buffer[CENSUS_RANGE_BYTES]);

static inline bool census_range_has(struct census_range range, uint64_t value)
{
  return value >= range.start && (value < range.end || range.end == UINT64_MAX);
}

/* A class and all its blocks. What does not apply to a census is 0, NULL or UINT32_MAX. */
struct census_row {
  const char *name;                  /* of the site or type, the heap's own; NULL: sizes, ages, and the type of blocks
                                      * whose type is not known */
  uint32_t site;                     /* by site: index into heap->sites, else UINT32_MAX */
  uint64_t sites;                    /* how many sites its blocks are from */
  struct census_range range;         /* by size: bytes of a block; by age: births */
  uint64_t except;                   /* by size: blocks of this size are a row of their own; 0: none are */
  uint64_t bytes, blocks;
  uint64_t unreached_bytes;          /* of these: what no root reaches */
  uint64_t retained_bytes;
  uint64_t smallest, largest;        /* bytes of a block */
};

struct census {
  struct census_row *rows;
  size_t count;
  bool is_exact; /* false: rows retain at least what they say, as the heap was too tangled to tell (graph.h) */
};

/* All need a snapshot. Rows by site and by type: most bytes first, then in the order of heap->sites or by name. */
void census_by_site(const struct heap *heap, struct census *ret);
void census_by_type(const struct heap *heap, struct census *ret);

/* Powers of two, ascending: 0, 1, 2..4, 4..8. When blocks of one size have more than half of a class's bytes, they are
 * a row "=size" in front of the class's others; these have `except` then. */
void census_by_size(const struct heap *heap, struct census *ret);

/* Ten equal parts of the process's allocations so far, oldest first; parts without blocks are there, too. */
void census_by_age(const struct heap *heap, struct census *ret);
void census_release(struct census *census);

#endif
