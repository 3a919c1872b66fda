/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Slots whose spans and regions are not as they say. */
#include "unit/memcheck/broken_private.h"

#include "memcheck/pure/blocks/slots.c"

static uint64_t take_region(void)
{
  static uint64_t next = UINT64_C(1) << 30;
  next += SLOTS_REGION_BYTES;
  return next;
}

static void give_back_region(uint64_t start)
{
  (void)start;
}

static const struct slots_source source = {take_region, give_back_region};

void broken_slot_is_free_twice(void)
{
  struct slots *slots = slots_create(&source, 16);
  const uint64_t start = slots_take(slots, 24);
  struct span *span = slots->span_at[start >> SLOTS_SPAN_BITS];
  span->free[0] |= 1; /* the first slot is taken */
  slots_give_back(slots, slots_take(slots, 24));
}

void broken_span_is_of_no_region(void)
{
  struct slots *slots = slots_create(&source, 16);
  slots_take(slots, 24);
  slots->span_at[slots->empty.first->start >> SLOTS_SPAN_BITS] = NULL;
  slots_take(slots, 200);
}

void broken_region_is_in_use(void)
{
  struct slots *slots = slots_create(&source, 16);
  slots_take(slots, 24);
  remove_region(slots, slots->regions);
}
