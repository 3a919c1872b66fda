/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A hash table from guest addresses to numbers other than 0. An address may have several numbers. */
#ifndef SEEP_MEMCHECK_PURE_BASE_ADDRESS_MAP_H
#define SEEP_MEMCHECK_PURE_BASE_ADDRESS_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct address_map_slot {
  uint64_t address;
  uint32_t value; /* 0: the slot is free */
};

/* All zero: empty. */
struct address_map {
  struct address_map_slot *slots;
  uint32_t capacity; /* a power of two, or 0 */
  uint32_t count;
};

void address_map_release(struct address_map *map);

/* One number more for the address; not 0. */
void address_map_add(struct address_map *map, uint64_t address, uint32_t value);

/* One of the numbers of an address; 0: it has none. */
uint32_t address_map_find(const struct address_map *map, uint64_t address);

/* Remove one such pair; false: there was none. */
bool address_map_remove(struct address_map *map, uint64_t address, uint32_t value);

/* All numbers, in no order: start with *cursor = 0; returns 0 at the end. The map must not change in between. */
uint32_t address_map_next(const struct address_map *map, uint32_t *cursor);

/* For tests: do all its parts agree with each other? */
bool address_map_is_valid(const struct address_map *map);

#endif
