/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory for the guest's small blocks.
 *
 * Regions of the source's memory are cut into spans, and each span into slots of one size, with redzones on both sides.
 * All that is noted about them lies elsewhere: the guest cannot overwrite it, and taking or giving back a slot touches
 * none of the guest's memory, which has mostly left the caches when a block leaves quarantine. */
#ifndef SEEP_MEMCHECK_PURE_BLOCKS_SLOTS_H
#define SEEP_MEMCHECK_PURE_BLOCKS_SLOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  SLOTS_SPAN_BITS = 16,
  SLOTS_SPAN_BYTES = 1 << SLOTS_SPAN_BITS,
  SLOTS_REGION_SPANS = 16,
  SLOTS_REGION_BYTES = SLOTS_REGION_SPANS * SLOTS_SPAN_BYTES,
  SLOTS_SIZE_MAX = 2048,  /* bytes of the largest block; larger ones come from elsewhere */
  SLOTS_ALIGNMENT = 16,
};

/* Where regions come from. */
struct slots_source {
  uint64_t (*take)(
    void); /* SLOTS_REGION_BYTES at a multiple of SLOTS_SPAN_BYTES below SHADOW_NEAR_LIMIT; 0: there is none */
  void (*give_back)(uint64_t start);
};

struct slots;

/* At least `redzone_bytes` on either side of a block are its own. */
struct slots *slots_create(const struct slots_source *source, uint64_t redzone_bytes);
void slots_destroy(struct slots *slots);

/* Room for a block of so many bytes, SLOTS_SIZE_MAX at most; 0: the source has no more. */
uint64_t slots_take(struct slots *slots, uint64_t size_bytes);

/* What slots_take() will probably return for this size next; 0: not known. */
uint64_t slots_next(const struct slots *slots, uint64_t size_bytes);

/* Give the room of a block back; false: it is none of these. */
bool slots_give_back(struct slots *slots, uint64_t start);

/* Where a block begins that an address may lie in; 0: in none of these. */
uint64_t slots_start_around(const struct slots *slots, uint64_t address);

/* Slots that are free, and the bytes of regions that belong to no block. */
uint64_t slots_idle_count(const struct slots *slots);
uint64_t slots_idle_bytes(const struct slots *slots);

/* For tests: do all its parts agree with each other? */
bool slots_is_valid(const struct slots *slots);

#endif
