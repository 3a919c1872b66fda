/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What shadow.c and shadow_copy.c share. Addresses are the guest's, but for those of planes. */
#ifndef SEEP_MEMCHECK_PURE_SHADOW_SHADOW_PRIVATE_H
#define SEEP_MEMCHECK_PURE_SHADOW_SHADOW_PRIVATE_H

#include "memcheck/pure/shadow/shadow.h"
#include "memcheck/pure/shadow/shadow_pages.h"

struct shadow {
  struct plane v, a;
};

static inline uint64_t v_address(uint64_t guest)
{
  return guest + SHADOW_V_OFFSET;
}

static inline uint64_t a_address(uint64_t guest)
{
  return guest / 8 + SHADOW_A_OFFSET;
}

static inline uint64_t page_start(uint64_t address)
{
  return address / PLANE_PAGE_BYTES * PLANE_PAGE_BYTES;
}

static inline bool is_in_one_page(const struct plane *plane, uint64_t start, uint64_t end)
{
  return start / PLANE_PAGE_BYTES == (end - 1) / PLANE_PAGE_BYTES && plane_has(plane, start);
}

/* Cuts a range down to [0, SHADOW_LIMIT); false: nothing is left. */
static inline bool clamp(uint64_t start, uint64_t bytes, uint64_t *ret_end)
{
  if (start >= SHADOW_LIMIT || bytes == 0)
    return false;
  *ret_end = bytes < SHADOW_LIMIT - start ? start + bytes : SHADOW_LIMIT;
  return true;
}

/* Bytes of a plane become ones, or zeros. */
void shadow_fill(struct plane *plane, uint64_t start, uint64_t end, bool ones);

/* A bits of [start, end); some of one byte, by its address in the plane. Absent pages are not made present to set
 * bits. */
void shadow_set_a(struct shadow *shadow, uint64_t start, uint64_t end, bool ones);
void shadow_set_a_mask(struct shadow *shadow, uint64_t address, uint8_t mask, bool ones);

/* The part of [start, end) whose A bits are all in present pages or all absent. */
bool shadow_a_run(const struct shadow *shadow, uint64_t start, uint64_t end, uint64_t *ret_end);
/* The first address in [start, end) whose A bit is `wanted`, or `end`. */
uint64_t shadow_next_a_bit(const struct shadow *shadow, uint64_t start, uint64_t end, bool wanted);

#endif
