/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bisection. Where ranges overlap, some more are tried, but not all: a damaged file must not make searches slow. */
#include "host/symbols/elf/address_ranges.h"

#include <stdlib.h>

#include "host/base/order.h"

enum { OVERLAPS_MAX = 64 };

ORDER(compare_ranges, struct address_range, UP(start) ?: DOWN(end))

void address_ranges_sort(void *items, size_t count, size_t item_bytes)
{
  if (count)
    qsort(items, count, item_bytes, compare_ranges);
}

static const struct address_range *range_at(const void *items, size_t item_bytes, size_t index)
{
  return (const struct address_range *)((const char *)items + index * item_bytes);
}

size_t address_ranges_before(const void *items, size_t count, size_t item_bytes, uint64_t address)
{
  return FIRST_NOT(i, count, range_at(items, item_bytes, i)->start <= address);
}

const void *address_ranges_find(const void *items, size_t count, size_t item_bytes, uint64_t address)
{
  size_t before = address_ranges_before(items, count, item_bytes, address);
  for (size_t tries = 0; before > 0 && tries < OVERLAPS_MAX; tries++, before--)
    if (address < range_at(items, item_bytes, before - 1)->end)
      return range_at(items, item_bytes, before - 1);
  return NULL;
}
