/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Heaps made up for tests of what shows them. */
#ifndef SEEP_TESTS_HEAP_HEAP_SPECIMENS_H
#define SEEP_TESTS_HEAP_HEAP_SPECIMENS_H

#include "host/heap/model/heap.h"

struct heap_specimen_size {
  size_t sites, samples;
  uint32_t blocks;
};

/* By name; fails the program without memory, and all of it is kept until the end of the program. NULL: there is no
 * such.
 *   server    a cache that grows, a list, a registry; marks
 *   growth    the same without a snapshot
 *   snapshot  the same without samples
 *   hostile   names from hostile_texts of formats/specimens.h
 *   many      of that size
 *   empty     neither blocks nor samples */
const struct heap *heap_specimen(const char *name, const struct heap_specimen_size *size);

#endif
