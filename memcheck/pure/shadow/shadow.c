/* SPDX-License-Identifier: GPL-2.0-or-later */
/* States of ranges, on top of the two planes (shadow_pages.h).
 *
 * The planes reach a little beyond SHADOW_LIMIT, where instrumented code looks for addresses out of range; nothing here
 * ever makes that part anything but not addressable. Small ranges whose pages are present take a short way. */
#include "memcheck/pure/shadow/shadow.h"

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/base/short_fill.h"
#include "memcheck/pure/shadow/shadow_private.h"

enum {
  BEYOND_LIMIT_BYTES = 64,
  WORD = sizeof(uint64_t),
  GRANULE = SHADOW_GRANULE_BYTES,
  RELEASE_BYTES = 256 << 10, /* of a plane; less is filled, as blocks that are freed make room for others */
};

static const uint64_t ONES = ~UINT64_C(0);

struct shadow *shadow_create(void)
{
  struct shadow *shadow = env_allocate("shadow", sizeof *shadow);
  uint64_t limit = SHADOW_LIMIT + BEYOND_LIMIT_BYTES;
  plane_init(&shadow->v, page_start(SHADOW_V_OFFSET), page_start(v_address(limit)) + PLANE_PAGE_BYTES);
  plane_init(&shadow->a, page_start(SHADOW_A_OFFSET), page_start(a_address(limit)) + PLANE_PAGE_BYTES);
  return shadow;
}

void shadow_destroy(struct shadow *shadow)
{
  plane_release(&shadow->v);
  plane_release(&shadow->a);
  env_free(shadow);
}

/* --- filling --- */

typedef uint64_t any_word __attribute__((aligned(1), may_alias));

void shadow_fill(struct plane *plane, uint64_t start, uint64_t end, bool ones)
{
  if (start >= end)
    return;
  if (is_in_one_page(plane, start, end))
    short_fill((uint8_t *)start, end - start, ones);
  else if (ones)
    plane_fill_ones(plane, start, end, RELEASE_BYTES);
  else
    plane_fill_zero(plane, start, end);
}

void shadow_set_a_mask(struct shadow *shadow, uint64_t address, uint8_t mask, bool ones)
{
  if (!plane_has(&shadow->a, address)) {
    if (ones)
      return;
    plane_make_present(&shadow->a, address, address + 1);
  }
  uint8_t *byte = (uint8_t *)address;
  *byte = (uint8_t)(ones ? *byte | mask : *byte & ~mask);
}

void shadow_set_a(struct shadow *shadow, uint64_t start, uint64_t end, bool ones)
{
  if (start >= end)
    return;
  uint64_t first = a_address(start), last = a_address(end);
  uint8_t head = (uint8_t)(0xffu << (start % 8)), tail = (uint8_t)~(0xffu << (end % 8));
  if (first == last) {
    shadow_set_a_mask(shadow, first, head & tail, ones);
    return;
  }
  if (start % 8 != 0)
    shadow_set_a_mask(shadow, first++, head, ones);
  shadow_fill(&shadow->a, first, last, ones);
  if (end % 8 != 0)
    shadow_set_a_mask(shadow, last, tail, ones);
}

static void set_v(struct shadow *shadow, uint64_t start, uint64_t end, bool ones)
{
  shadow_fill(&shadow->v, v_address(start), v_address(end), ones);
}

/* Blocks are short, and what lies around them is not addressable already: the A bits say which V bits are still to be
 * set. false: the range is not short or not aligned, and nothing was done. */
static bool make_noaccess_shortly(struct shadow *shadow, uint64_t start, uint64_t end)
{
  const uint64_t v = v_address(start);
  uint8_t *a = (uint8_t *)a_address(start);
  if (start % GRANULE != 0 || !is_in_one_page(&shadow->a, (uint64_t)a, a_address(end) + 1) ||
      !is_in_one_page(&shadow->v, v, v + (end - start)))
    return false;
  uint64_t first = 0, last = (end - start) / GRANULE;
  const uint64_t tail = end % GRANULE;
  const uint8_t mask = (uint8_t)((1u << tail) - 1);
  if ((a[last] & mask) != mask) {
    a[last] |= mask;
    short_fill((uint8_t *)v + last * GRANULE, tail, true);
  }
  while (first < last && a[first] == 0xff)
    first++;
  while (first < last && a[last - 1] == 0xff)
    last--;
  short_fill((uint8_t *)v + first * GRANULE, (last - first) * GRANULE, true);
  short_fill(a + first, last - first, true);
  return true;
}

/* Are the first and the last byte of a range, which is not empty, undefined, and addressable or not? */
static bool are_ends_undefined(const struct shadow *shadow, uint64_t start, uint64_t end, bool addressable)
{
  return shadow_is_addressable(shadow, start) == addressable && shadow_is_addressable(shadow, end - 1) == addressable &&
         shadow_value(shadow, start) == SHADOW_UNDEFINED && shadow_value(shadow, end - 1) == SHADOW_UNDEFINED;
}

void shadow_make_noaccess(struct shadow *shadow, uint64_t start, uint64_t bytes)
{
  uint64_t end;
  if (!clamp(start, bytes, &end))
    return;
  if (!make_noaccess_shortly(shadow, start, end)) {
    set_v(shadow, start, end, true);
    shadow_set_a(shadow, start, end, true);
  }
  ENV_CHECK(are_ends_undefined(shadow, start, end, false));
}

void shadow_release(struct shadow *shadow, uint64_t start, uint64_t bytes)
{
  uint64_t end;
  if (!clamp(start, bytes, &end))
    return;
  plane_fill_ones(&shadow->v, v_address(start), v_address(end), PLANE_PAGE_BYTES);
  uint64_t first = a_address(start + 7), last = a_address(end);
  if (first < last)
    plane_fill_ones(&shadow->a, first, last, PLANE_PAGE_BYTES);
  shadow_set_a(shadow, start, end, true);
}

static bool are_ones(const uint8_t *bytes, uint64_t count)
{
  uint64_t i = 0, all = ONES;
  for (; i + WORD <= count; i += WORD)
    all &= *(const any_word *)(bytes + i);
  for (; i < count; i++)
    all &= ~UINT64_C(0xff) | bytes[i];
  return all == ONES;
}

/* Memory that is not addressable is undefined already, so the V bits of new blocks need not be touched. false: some of
 * the range is addressable, or it is not short or not aligned, and nothing was done. */
static bool make_undefined_shortly(struct shadow *shadow, uint64_t start, uint64_t end)
{
  uint8_t *a = (uint8_t *)a_address(start);
  if (start % GRANULE != 0 || !is_in_one_page(&shadow->a, (uint64_t)a, a_address(end) + 1))
    return false;
  const uint64_t count = (end - start) / GRANULE;
  const uint8_t mask = (uint8_t)((1u << end % GRANULE) - 1);
  if ((a[count] & mask) != mask || !are_ones(a, count))
    return false;
  short_fill(a, count, false);
  a[count] &= (uint8_t)~mask;
  return true;
}

void shadow_make_undefined(struct shadow *shadow, uint64_t start, uint64_t bytes)
{
  uint64_t end;
  if (!clamp(start, bytes, &end))
    return;
  if (!make_undefined_shortly(shadow, start, end)) {
    /* What is not addressable has its V bits set. */
    if (shadow_next_a_bit(shadow, start, end, false) < end)
      set_v(shadow, start, end, true);
    shadow_set_a(shadow, start, end, false);
  }
  ENV_CHECK(are_ends_undefined(shadow, start, end, true));
}

void shadow_make_defined(struct shadow *shadow, uint64_t start, uint64_t bytes)
{
  uint64_t end;
  if (!clamp(start, bytes, &end))
    return;
  set_v(shadow, start, end, false);
  shadow_set_a(shadow, start, end, false);
}

void shadow_make_defined_if_addressable(struct shadow *shadow, uint64_t start, uint64_t bytes)
{
  uint64_t end, from, to;
  if (!clamp(start, bytes, &end))
    return;
  for (; shadow_next_addressable(shadow, start, end, &from, &to); start = to)
    set_v(shadow, from, to, false);
}

/* --- single bytes --- */

bool shadow_is_addressable(const struct shadow *shadow, uint64_t address)
{
  return address < SHADOW_LIMIT && plane_has(&shadow->a, a_address(address)) &&
         !(*shadow_a_bits(address) >> (address % 8) & 1);
}

uint8_t shadow_value(const struct shadow *shadow, uint64_t address)
{
  bool is_present = address < SHADOW_LIMIT && plane_has(&shadow->v, v_address(address));
  return is_present ? *shadow_v_bits(address) : SHADOW_UNDEFINED;
}

void shadow_set_value(struct shadow *shadow, uint64_t address, uint8_t value)
{
  if (!shadow_is_addressable(shadow, address))
    return;
  if (!plane_has(&shadow->v, v_address(address))) {
    if (value == SHADOW_UNDEFINED)
      return;
    plane_make_present(&shadow->v, v_address(address), v_address(address) + 1);
  }
  *shadow_v_bits(address) = value;
}

/* --- looking --- */

/* The first address in [start, end) whose A bit is `wanted`, of memory whose A bits are present. */
static uint64_t find_a(uint64_t start, uint64_t end, bool wanted)
{
  const uint64_t skipped = wanted ? 0 : ONES;
  while (start < end) {
    if (start % 64 == 0 && start + 64 <= end && *(const uint64_t *)shadow_a_bits(start) == skipped) {
      start += 64;
      continue;
    }
    uint8_t bits = *shadow_a_bits(start);
    uint8_t hits = (uint8_t)((wanted ? bits : ~bits) & (0xffu << (start % 8)));
    if (hits != 0) {
      start = start / 8 * 8 + (uint64_t)__builtin_ctz(hits);
      return start < end ? start : end;
    }
    start = (start / 8 + 1) * 8;
  }
  return end;
}

bool shadow_a_run(const struct shadow *shadow, uint64_t start, uint64_t end, uint64_t *ret_end)
{
  uint64_t stop;
  bool is_present = plane_run(&shadow->a, a_address(start), a_address(end - 1) + 1, &stop);
  uint64_t guest_stop = (stop - SHADOW_A_OFFSET) * 8;
  *ret_end = guest_stop < end ? guest_stop : end;
  return is_present;
}

uint64_t shadow_next_a_bit(const struct shadow *shadow, uint64_t start, uint64_t end, bool wanted)
{
  for (uint64_t stop; start < end; start = stop) {
    if (shadow_a_run(shadow, start, end, &stop)) {
      uint64_t found = find_a(start, stop, wanted);
      if (found < stop)
        return found;
    } else if (wanted) {
      return start;
    }
  }
  return end;
}

bool shadow_next_addressable(const struct shadow *shadow, uint64_t start, uint64_t end, uint64_t *ret_start,
                             uint64_t *ret_end)
{
  if (end > SHADOW_LIMIT)
    end = SHADOW_LIMIT;
  uint64_t found = shadow_next_a_bit(shadow, start, end, false);
  if (found >= end)
    return false;
  *ret_start = found;
  *ret_end = shadow_next_a_bit(shadow, found, end, true);
  return true;
}

/* The same for memory whose A bits, or V bits, are present. */
static uint64_t last_addressable(uint64_t start, uint64_t end)
{
  while (end > start) {
    if (end % 64 == 0 && end - start >= 64 && *(const uint64_t *)shadow_a_bits(end - 64) == ONES)
      end -= 64;
    else if (*shadow_a_bits(end - 1) >> ((end - 1) % 8) & 1)
      end--;
    else
      break;
  }
  return end;
}

static uint64_t last_touched(uint64_t start, uint64_t end)
{
  while (end > start) {
    if (end % WORD == 0 && end - start >= WORD && *(const uint64_t *)shadow_v_bits(end - WORD) == ONES)
      end -= WORD;
    else if (*shadow_v_bits(end - 1) == SHADOW_UNDEFINED)
      end--;
    else
      break;
  }
  return end;
}

/* By pages of the shadow. */
uint64_t shadow_last_addressable(const struct shadow *shadow, uint64_t start, uint64_t end)
{
  while (end > start) {
    const uint64_t page = page_start(a_address(end - 1));
    const uint64_t low = page <= a_address(start) ? start : (page - SHADOW_A_OFFSET) * 8;
    const uint64_t found = plane_has(&shadow->a, page) ? last_addressable(low, end) : low;
    if (found > low)
      return found;
    end = low;
  }
  return start;
}

uint64_t shadow_last_touched(const struct shadow *shadow, uint64_t start, uint64_t end)
{
  while (end > start) {
    const uint64_t page = page_start(v_address(end - 1));
    const uint64_t low = page <= v_address(start) ? start : page - SHADOW_V_OFFSET;
    const uint64_t found = plane_has(&shadow->v, page) ? last_touched(low, end) : low;
    if (found > low)
      return found;
    end = low;
  }
  return start;
}

bool shadow_find_unaddressable(const struct shadow *shadow, uint64_t start, uint64_t bytes, uint64_t *ret_address)
{
  uint64_t end = start;
  if (bytes == 0)
    return false;
  uint64_t found = clamp(start, bytes, &end) ? shadow_next_a_bit(shadow, start, end, true) : start;
  if (found == end && end - start == bytes)
    return false;
  *ret_address = found;
  return true;
}

/* The first byte of present V bits that is not 0, or `end`. */
static uint64_t find_v(uint64_t start, uint64_t end)
{
  while (start < end) {
    if (start % WORD == 0 && start + WORD <= end && *(const uint64_t *)shadow_v_bits(start) == 0)
      start += WORD;
    else if (*shadow_v_bits(start) == 0)
      start++;
    else
      return start;
  }
  return end;
}

bool shadow_find_undefined(const struct shadow *shadow, uint64_t start, uint64_t bytes, uint64_t *ret_address,
                           bool *ret_addressable)
{
  uint64_t end = start, found = start;
  if (bytes == 0)
    return false;
  bool is_in_range = clamp(start, bytes, &end);
  for (uint64_t stop; is_in_range && found < end; found = stop - SHADOW_V_OFFSET) {
    if (!plane_run(&shadow->v, v_address(found), v_address(end), &stop))
      break;
    uint64_t guest_stop = stop - SHADOW_V_OFFSET, hit = find_v(found, guest_stop);
    if (hit < guest_stop) {
      found = hit;
      break;
    }
  }
  if (found == end && end - start == bytes)
    return false;
  *ret_address = found;
  *ret_addressable = shadow_is_addressable(shadow, found);
  return true;
}

/* The first word in [start, end) that is wholly defined, or is not; or `end`. For present pages. */
static inline uint64_t next_present_word(uint64_t start, uint64_t end, bool defined)
{
  while (start < end && (*(const uint64_t *)shadow_v_bits(start) == 0) != defined)
    start += WORD;
  return start;
}

/* The same for any. */
static uint64_t next_word(const struct shadow *shadow, uint64_t start, uint64_t end, bool defined)
{
  for (uint64_t stop; start < end; start = stop - SHADOW_V_OFFSET) {
    if (!plane_run(&shadow->v, v_address(start), v_address(end), &stop)) {
      if (!defined)
        return start;
      continue;
    }
    start = next_present_word(start, stop - SHADOW_V_OFFSET, defined);
    if (v_address(start) < stop)
      return start;
  }
  return end;
}

bool shadow_next_defined(const struct shadow *shadow, uint64_t start, uint64_t end, uint64_t *ret_start,
                         uint64_t *ret_end)
{
  if (end > SHADOW_LIMIT)
    end = SHADOW_LIMIT;
  if (start >= end)
    return false;
  if (is_in_one_page(&shadow->v, v_address(start), v_address(end))) { /* like most blocks */
    *ret_start = next_present_word(start, end, true);
    *ret_end = next_present_word(*ret_start, end, false);
  } else {
    *ret_start = next_word(shadow, start, end, true);
    *ret_end = next_word(shadow, *ret_start, end, false);
  }
  return *ret_start < end;
}

/* --- faults --- */

static bool is_in_plane(const struct plane *plane, uint64_t host_address)
{
  return host_address >= plane->base && host_address < plane->end;
}

bool shadow_resolve_fault(struct shadow *shadow, uint64_t host_address)
{
  if (is_in_plane(&shadow->v, host_address))
    return plane_resolve_fault(&shadow->v, host_address);
  return is_in_plane(&shadow->a, host_address) && plane_resolve_fault(&shadow->a, host_address);
}

uint64_t shadow_mapped_bytes(const struct shadow *shadow)
{
  return plane_mapped_bytes(&shadow->v) + plane_mapped_bytes(&shadow->a);
}

/* --- invariants --- */

static bool is_all_undefined(const struct shadow *shadow, uint64_t start, uint64_t end)
{
  for (uint64_t at = v_address(start), stop; at < v_address(end); at = stop)
    if (plane_run(&shadow->v, at, v_address(end), &stop) && !are_ones((const uint8_t *)at, stop - at))
      return false;
  return true;
}

bool shadow_is_valid(const struct shadow *shadow)
{
  const uint64_t limit = SHADOW_LIMIT + BEYOND_LIMIT_BYTES;
  uint64_t start = 0, end;
  for (; (start = shadow_next_a_bit(shadow, start, limit, true)) < limit; start = end) {
    end = shadow_next_a_bit(shadow, start, limit, false);
    if (!is_all_undefined(shadow, start, end))
      return false;
  }
  return shadow_next_a_bit(shadow, SHADOW_LIMIT, limit, false) == limit && plane_is_valid(&shadow->v) &&
         plane_is_valid(&shadow->a);
}
