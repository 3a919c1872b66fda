/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The blocks that a person means: an address, a size, a site, a finding, a type. */
#ifndef SEEP_HOST_HEAP_QUESTIONS_SELECTION_H
#define SEEP_HOST_HEAP_QUESTIONS_SELECTION_H

#include "host/base/error.h"
#include "host/heap/model/heap.h"

enum selection_kind { SELECTION_BLOCK, SELECTION_SIZE, SELECTION_SITE, SELECTION_TYPE };

struct selection {
  enum selection_kind kind;
  uint32_t *blocks;        /* ascending; at least one */
  uint32_t count;
  uint64_t bytes;
  char *name;              /* "cache_new (cache.c:40)", "blocks of 512 bytes" */
  const struct heap_site *site; /* the largest one; NULL: a size or type */
  uint64_t into;           /* of an address: bytes past the start of its block */
};

/* What it may be: 0x..., =512 or 256..512, beginning of the identity of a site or leak (six digits and more),
 * file.c:12, file.c, a function that allocates or one above it, a type. The first of these that is there counts. An
 * error says what there is instead. The heap must have a snapshot. */
struct error *selection_find(const struct heap *heap, const char *what, struct selection *ret);
void selection_release(struct selection *selection);

#endif
