/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A small heap made by hand, over faked symbols:
 *
 *   g_list + 0 ─► list node 64 at 0x4a00000 ─┬─► list node 64 ─► cache entry 512
 *   g_list + 8 ──────────────────────────────┴─► cache entry 512
 *   zstate ─► 1,000 bytes from a library without symbols;  100 bytes point to themselves and are lost
 *
 * There are 25 samples. Their peak, number 19, has 5,000 bytes: 4,000 of the cache's, 600 of list nodes, 400 of
 * a buffer that is gone in the end. */
#ifndef SEEP_TESTS_SUPPORT_HEAP_FIXTURE_H
#define SEEP_TESTS_SUPPORT_HEAP_FIXTURE_H

#include <stdbool.h>

#include "host/heap/model/heap.h"

enum {
  FIXTURE_LIVE_BYTES = 2252, FIXTURE_LIVE_BLOCKS = 6,
  FIXTURE_TOTAL_BYTES = 20612, FIXTURE_TOTAL_BLOCKS = 46,
  FIXTURE_POINTS = 25, FIXTURE_PEAK = 19, FIXTURE_PEAK_BYTES = 5000,
};

struct heap_fixture {
  bool is_hostile;   /* all names are made to break formats */
  bool has_growth, has_snapshot;
  bool is_empty;     /* the snapshot has nothing in it */
  bool is_tangled;   /* what sites retain is not known exactly */
  bool has_accesses; /* reads and writes were counted */
  bool counts_instructions;
  unsigned missing_modules; /* set of 1 << module: 0 the program, 1 the allocator, 2 the library */
};
enum { FIXTURE_MODULES = 3 };

/* The heap is good until heap_fixture_destroy(). There can be one at a time. */
const struct heap *heap_fixture_create(const struct heap_fixture *request);
void heap_fixture_destroy(void);

#endif
