/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The copies have the areas one behind the other. */
#include "direct/shadows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "memcheck/pure/shadow/shadow.h"

/* --- memory --- */

void memory_take(struct memory *ret)
{
  memcpy(ret->data, (const void *)MACHINE_DATA, sizeof ret->data);
  memcpy(ret->stack, (const void *)MACHINE_STACK, sizeof ret->stack);
}

void memory_put(const struct memory *memory)
{
  memcpy((void *)MACHINE_DATA, memory->data, sizeof memory->data);
  memcpy((void *)MACHINE_STACK, memory->stack, sizeof memory->stack);
}

/* --- areas --- */

enum { AREAS = 3 };
static const struct {
  uint64_t start;
  size_t bytes;
} areas[AREAS] = {
  {MACHINE_DATA - SHADOWS_MARGIN, MACHINE_PAGE + 2 * SHADOWS_MARGIN},
  {MACHINE_ALIAS - SHADOWS_MARGIN, MACHINE_PAGE + 2 * SHADOWS_MARGIN},
  {MACHINE_STACK - SHADOWS_MARGIN, MACHINE_STACK_BYTES + 2 * SHADOWS_MARGIN},
};

/* Where in the copies the byte is, or SHADOWS_BYTES. */
static size_t place_of(uint64_t address)
{
  size_t before = 0;
  for (unsigned i = 0; i < AREAS; before += areas[i++].bytes)
    if (address - areas[i].start < areas[i].bytes)
      return before + (size_t)(address - areas[i].start);
  return SHADOWS_BYTES;
}

static uint64_t address_of(size_t place)
{
  unsigned area = 0;
  for (; place >= areas[area].bytes; area++)
    place -= areas[area].bytes;
  return areas[area].start + place;
}

/* --- the shadow itself --- */

static void map(uint64_t start, uint64_t end)
{
  start &= ~(uint64_t)(MACHINE_PAGE - 1);
  void *const mapped = mmap((void *)start, end - start, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE | MAP_NORESERVE, -1, 0);
  if (mapped != (void *)start) {
    perror("mmap");
    exit(2);
  }
  memset(mapped, SHADOW_UNDEFINED, end - start);
}

void shadows_init(void)
{
  const uint64_t start = MACHINE_DATA - 2 * MACHINE_PAGE, end = MACHINE_STACK + MACHINE_STACK_BYTES + 2 * MACHINE_PAGE;
  map((uint64_t)shadow_v_bits(start), (uint64_t)shadow_v_bits(end));
  map((uint64_t)shadow_a_bits(start), (uint64_t)shadow_a_bits(end));
}

void shadows_take(struct shadows *ret)
{
  size_t place = 0;
  for (unsigned i = 0; i < AREAS; place += areas[i++].bytes) {
    memcpy(ret->v + place, shadow_v_bits(areas[i].start), areas[i].bytes);
    memcpy(ret->a + place / 8, shadow_a_bits(areas[i].start), areas[i].bytes / 8);
  }
}

void shadows_put(const struct shadows *shadows)
{
  size_t place = 0;
  for (unsigned i = 0; i < AREAS; place += areas[i++].bytes) {
    memcpy(shadow_v_bits(areas[i].start), shadows->v + place, areas[i].bytes);
    memcpy(shadow_a_bits(areas[i].start), shadows->a + place / 8, areas[i].bytes / 8);
  }
}

/* --- copies --- */

uint8_t shadows_v(const struct shadows *shadows, uint64_t address)
{
  const size_t place = place_of(address);
  return place == SHADOWS_BYTES ? SHADOW_UNDEFINED : shadows->v[place];
}

bool shadows_a(const struct shadows *shadows, uint64_t address)
{
  const size_t place = place_of(address);
  return place != SHADOWS_BYTES && !(shadows->a[place / 8] >> place % 8 & 1);
}

void shadows_set_v(struct shadows *shadows, uint64_t address, uint64_t bytes, uint8_t v)
{
  for (uint64_t i = 0; i < bytes; i++) {
    const size_t place = place_of(address + i);
    if (place != SHADOWS_BYTES)
      shadows->v[place] = v;
  }
}

void shadows_set_a(struct shadows *shadows, uint64_t address, uint64_t bytes, bool is_addressable)
{
  for (uint64_t i = 0; i < bytes; i++) {
    const size_t place = place_of(address + i);
    if (place == SHADOWS_BYTES)
      continue;
    const uint8_t bit = (uint8_t)(1u << place % 8);
    shadows->a[place / 8] = (uint8_t)(is_addressable ? shadows->a[place / 8] & ~bit : shadows->a[place / 8] | bit);
  }
}

bool shadows_differ(const struct shadows *a, const struct shadows *b, uint64_t *ret_address)
{
  if (memcmp(a, b, sizeof *a) == 0)
    return false;
  size_t place = 0;
  while (a->v[place] == b->v[place] && !((a->a[place / 8] ^ b->a[place / 8]) >> place % 8 & 1))
    place++;
  *ret_address = address_of(place);
  return true;
}
