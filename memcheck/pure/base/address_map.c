/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Linear probing; removal closes the gap by moving later slots of the run back, so that no tombstones gather. */
#include "memcheck/pure/base/address_map.h"

#include "memcheck/pure/base/env.h"

void address_map_release(struct address_map *map)
{
  if (map->slots)
    env_free(map->slots);
  memset(map, 0, sizeof *map);
}

static uint32_t home_of(const struct address_map *map, uint64_t address)
{
  return (uint32_t)(address * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (map->capacity - 1);
}

static uint32_t slot_after(const struct address_map *map, uint32_t slot)
{
  return (slot + 1) & (map->capacity - 1);
}

/* Probing ends at a free slot, so there must be one; and homes are found by a mask. */
static bool has_room(const struct address_map *map)
{
  return (map->capacity & (map->capacity - 1)) == 0 && (map->capacity == 0 || map->count < map->capacity);
}

static void put_pair(struct address_map *map, uint64_t address, uint32_t value)
{
  uint32_t slot = home_of(map, address);
  while (map->slots[slot].value)
    slot = slot_after(map, slot);
  map->slots[slot] = (struct address_map_slot){address, value};
}

static void grow_map(struct address_map *map)
{
  struct address_map old = *map;
  map->capacity = old.capacity ? old.capacity * 2 : 8;
  map->slots = env_allocate("address map", map->capacity * sizeof *map->slots);
  memset(map->slots, 0, map->capacity * sizeof *map->slots);
  for (uint32_t slot = 0; slot < old.capacity; slot++)
    if (old.slots[slot].value)
      put_pair(map, old.slots[slot].address, old.slots[slot].value);
  address_map_release(&old);
}

void address_map_add(struct address_map *map, uint64_t address, uint32_t value)
{
  ENV_ASSERT(value != 0);
  ENV_CHECK(has_room(map));
  if (map->count >= map->capacity / 4 * 3)
    grow_map(map);
  put_pair(map, address, value);
  map->count++;
}

uint32_t address_map_find(const struct address_map *map, uint64_t address)
{
  ENV_CHECK(has_room(map));
  if (map->count == 0)
    return 0;
  for (uint32_t slot = home_of(map, address); map->slots[slot].value; slot = slot_after(map, slot))
    if (map->slots[slot].address == address)
      return map->slots[slot].value;
  return 0;
}

/* Free a slot, moving back what was only put behind it because it was taken. */
static void clear_slot(struct address_map *map, uint32_t gap)
{
  for (uint32_t slot = slot_after(map, gap); map->slots[slot].value; slot = slot_after(map, slot)) {
    uint32_t distance = (slot - home_of(map, map->slots[slot].address)) & (map->capacity - 1);
    if (distance < ((slot - gap) & (map->capacity - 1)))
      continue;
    map->slots[gap] = map->slots[slot];
    gap = slot;
  }
  map->slots[gap] = (struct address_map_slot){0, 0};
}

bool address_map_remove(struct address_map *map, uint64_t address, uint32_t value)
{
  ENV_CHECK(has_room(map));
  if (map->count == 0)
    return false;
  for (uint32_t slot = home_of(map, address); map->slots[slot].value; slot = slot_after(map, slot))
    if (map->slots[slot].address == address && map->slots[slot].value == value) {
      clear_slot(map, slot);
      map->count--;
      return true;
    }
  return false;
}

uint32_t address_map_next(const struct address_map *map, uint32_t *cursor)
{
  while (*cursor < map->capacity) {
    uint32_t value = map->slots[(*cursor)++].value;
    if (value)
      return value;
  }
  return 0;
}

bool address_map_is_valid(const struct address_map *map)
{
  uint32_t count = 0;
  for (uint32_t slot = 0; slot < map->capacity; slot++) {
    if (!map->slots[slot].value)
      continue;
    count++;
    for (uint32_t at = home_of(map, map->slots[slot].address); at != slot; at = slot_after(map, at))
      if (!map->slots[at].value)
        return false;
  }
  return count == map->count && (map->capacity == 0 || count < map->capacity);
}
