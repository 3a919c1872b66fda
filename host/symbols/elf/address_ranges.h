/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sorted arrays of items that cover addresses. Those of well-formed files do not overlap; those of others may. */
#ifndef SEEP_HOST_SYMBOLS_ELF_ADDRESS_RANGES_H
#define SEEP_HOST_SYMBOLS_ELF_ADDRESS_RANGES_H

#include <stddef.h>
#include <stdint.h>

/* Half-open; the first member of each item. */
struct address_range {
  uint64_t start, end;
};

/* By start, and of those with one start the longer ones first. */
void address_ranges_sort(void *items, size_t count, size_t item_bytes);

/* How many begin at or below an address. */
size_t address_ranges_before(const void *items, size_t count, size_t item_bytes, uint64_t address);

/* The item that covers an address, of several the one that begins last. NULL when there is none, and when too many
 * others begin in between. */
const void *address_ranges_find(const void *items, size_t count, size_t item_bytes, uint64_t address);

#endif
