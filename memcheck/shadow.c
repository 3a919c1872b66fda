/* SPDX-License-Identifier: GPL-2.0-or-later */
/* States of ranges, on top of the two planes (shadow_plane.h).
 *
 * The planes reach a little beyond SHADOW_LIMIT, where instrumented code looks for addresses out of range; nothing here
 * ever makes that part anything but not addressable. Small ranges whose pages are present take a short way. */
#include "memcheck/shadow.h"

#include "memcheck/env.h"
#include "memcheck/shadow_plane.h"
#include "memcheck/short_fill.h"

enum {
  BEYOND_LIMIT_BYTES = 64,
  WORD = sizeof(uint64_t),
  GRANULE = SHADOW_GRANULE_BYTES,
  RELEASE_BYTES = 256 << 10, /* of a plane; less is filled, as blocks that are freed make room for others */
};

struct shadow {
  struct plane v, a;
};

static const uint64_t ONES = ~UINT64_C(0);

static uint64_t page_start(uint64_t address)
{
  return address / PLANE_PAGE_BYTES * PLANE_PAGE_BYTES;
}

static uint64_t v_address(uint64_t guest)
{
  return guest + SHADOW_V_OFFSET;
}

static uint64_t a_address(uint64_t guest)
{
  return guest / 8 + SHADOW_A_OFFSET;
}

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

/* Cuts a range down to [0, SHADOW_LIMIT); false: nothing is left. */
static bool clamp(uint64_t start, uint64_t bytes, uint64_t *ret_end)
{
  if (start >= SHADOW_LIMIT || bytes == 0)
    return false;
  *ret_end = bytes < SHADOW_LIMIT - start ? start + bytes : SHADOW_LIMIT;
  return true;
}

/* --- filling --- */

static bool is_in_one_page(const struct plane *plane, uint64_t start, uint64_t end)
{
  return start / PLANE_PAGE_BYTES == (end - 1) / PLANE_PAGE_BYTES && plane_has(plane, start);
}

typedef uint64_t any_word __attribute__((aligned(1), may_alias));

static void fill(struct plane *plane, uint64_t start, uint64_t end, bool ones)
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

/* Some A bits of one byte. Absent pages need not be made present to set bits. */
static void set_a_mask(struct shadow *shadow, uint64_t address, uint8_t mask, bool ones)
{
  if (!plane_has(&shadow->a, address)) {
    if (ones)
      return;
    plane_make_present(&shadow->a, address, address + 1);
  }
  uint8_t *byte = (uint8_t *)address;
  *byte = (uint8_t)(ones ? *byte | mask : *byte & ~mask);
}

/* A bits of [start, end). */
static void set_a(struct shadow *shadow, uint64_t start, uint64_t end, bool ones)
{
  if (start >= end)
    return;
  uint64_t first = a_address(start), last = a_address(end);
  uint8_t head = (uint8_t)(0xffu << (start % 8)), tail = (uint8_t)~(0xffu << (end % 8));
  if (first == last) {
    set_a_mask(shadow, first, head & tail, ones);
    return;
  }
  if (start % 8 != 0)
    set_a_mask(shadow, first++, head, ones);
  fill(&shadow->a, first, last, ones);
  if (end % 8 != 0)
    set_a_mask(shadow, last, tail, ones);
}

static void set_v(struct shadow *shadow, uint64_t start, uint64_t end, bool ones)
{
  fill(&shadow->v, v_address(start), v_address(end), ones);
}

/* Blocks are short, and what lies around them is not addressable already: the A bits say which V bits there are to set. false: it is
 * to be done otherwise. */
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

void shadow_make_noaccess(struct shadow *shadow, uint64_t start, uint64_t bytes)
{
  uint64_t end;
  if (!clamp(start, bytes, &end) || make_noaccess_shortly(shadow, start, end))
    return;
  set_v(shadow, start, end, true);
  set_a(shadow, start, end, true);
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
  set_a(shadow, start, end, true);
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

/* Memory that was not addressable is undefined already, so that the V bits of new blocks are not touched. false: it was, or is
 * not short. */
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
  if (!clamp(start, bytes, &end) || make_undefined_shortly(shadow, start, end))
    return;
  set_v(shadow, start, end, true);
  set_a(shadow, start, end, false);
}

void shadow_make_defined(struct shadow *shadow, uint64_t start, uint64_t bytes)
{
  uint64_t end;
  if (!clamp(start, bytes, &end))
    return;
  set_v(shadow, start, end, false);
  set_a(shadow, start, end, false);
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

/* The part of [start, end) whose A bits are all in present pages or all absent. */
static bool a_run(const struct shadow *shadow, uint64_t start, uint64_t end, uint64_t *ret_end)
{
  uint64_t stop;
  bool is_present = plane_run(&shadow->a, a_address(start), a_address(end - 1) + 1, &stop);
  uint64_t guest_stop = (stop - SHADOW_A_OFFSET) * 8;
  *ret_end = guest_stop < end ? guest_stop : end;
  return is_present;
}

/* The first address in [start, end) whose A bit is `wanted`, or `end`. */
static uint64_t next_a(const struct shadow *shadow, uint64_t start, uint64_t end, bool wanted)
{
  for (uint64_t stop; start < end; start = stop) {
    if (a_run(shadow, start, end, &stop)) {
      uint64_t found = find_a(start, stop, wanted);
      if (found < stop)
        return found;
    } else if (wanted) {
      return start;
    }
  }
  return end;
}

bool shadow_next_addressable(const struct shadow *shadow, uint64_t start, uint64_t end, uint64_t *ret_start, uint64_t *ret_end)
{
  if (end > SHADOW_LIMIT)
    end = SHADOW_LIMIT;
  uint64_t found = next_a(shadow, start, end, false);
  if (found >= end)
    return false;
  *ret_start = found;
  *ret_end = next_a(shadow, found, end, true);
  return true;
}

bool shadow_find_unaddressable(const struct shadow *shadow, uint64_t start, uint64_t bytes, uint64_t *ret_address)
{
  uint64_t end = start;
  if (bytes == 0)
    return false;
  uint64_t found = clamp(start, bytes, &end) ? next_a(shadow, start, end, true) : start;
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

/* The first word in [start, end) that is wholly defined, or is not; or `end`. */
static uint64_t next_word(const struct shadow *shadow, uint64_t start, uint64_t end, bool defined)
{
  for (uint64_t stop; start < end; start = stop - SHADOW_V_OFFSET) {
    if (!plane_run(&shadow->v, v_address(start), v_address(end), &stop)) {
      if (!defined)
        return start;
      continue;
    }
    for (; v_address(start) < stop; start += WORD)
      if ((*(const uint64_t *)shadow_v_bits(start) == 0) == defined)
        return start;
  }
  return end;
}

bool shadow_next_defined(const struct shadow *shadow, uint64_t start, uint64_t end, uint64_t *ret_start, uint64_t *ret_end)
{
  if (end > SHADOW_LIMIT)
    end = SHADOW_LIMIT;
  if (start >= end)
    return false;
  uint64_t found = next_word(shadow, start, end, true);
  if (found == end)
    return false;
  *ret_start = found;
  *ret_end = next_word(shadow, found, end, false);
  return true;
}

/* --- copying --- */

/* State of a few bytes in between: so source and destination may overlap. */
struct piece {
  uint64_t bytes;
  uint8_t v[PLANE_PAGE_BYTES];
  uint8_t a[PLANE_PAGE_BYTES / 8]; /* bit 0 is the first byte's */
};

static bool is_filled_with(const uint8_t *bytes, uint64_t count, uint8_t value)
{
  for (uint64_t i = 0; i < count; i++)
    if (bytes[i] != value)
      return false;
  return true;
}

static void read_v(const struct shadow *shadow, uint64_t from, struct piece *ret)
{
  uint64_t start = v_address(from), end = start + ret->bytes;
  for (uint64_t at = start, stop; at < end; at = stop)
    if (plane_run(&shadow->v, at, end, &stop))
      memcpy(ret->v + (at - start), (const void *)at, stop - at);
    else
      memset(ret->v + (at - start), SHADOW_UNDEFINED, stop - at);
}

static uint8_t a_byte(const struct shadow *shadow, uint64_t address)
{
  return plane_has(&shadow->a, a_address(address)) ? *shadow_a_bits(address) : 0xff;
}

static void read_a(const struct shadow *shadow, uint64_t from, struct piece *ret)
{
  unsigned shift = from % 8;
  for (uint64_t i = 0; i < (ret->bytes + 7) / 8; i++) {
    unsigned low = a_byte(shadow, from + i * 8), high = shift == 0 ? 0 : a_byte(shadow, from + i * 8 + 8);
    ret->a[i] = (uint8_t)((low | high << 8) >> shift);
  }
}

/* Writes V bits that stay within one page of the plane. */
static void write_v(struct shadow *shadow, uint64_t to, const uint8_t *v, uint64_t bytes)
{
  uint64_t start = v_address(to);
  if (!plane_has(&shadow->v, start)) {
    if (is_filled_with(v, bytes, SHADOW_UNDEFINED))
      return;
    if (is_filled_with(v, bytes, SHADOW_DEFINED)) {
      fill(&shadow->v, start, start + bytes, false);
      return;
    }
    plane_make_present(&shadow->v, start, start + bytes);
  }
  memcpy((void *)start, v, bytes);
}

static void write_a(struct shadow *shadow, uint64_t to, const struct piece *piece)
{
  for (uint64_t done = 0, count; done < piece->bytes; done += count) {
    uint64_t bit = (to + done) % 8;
    count = 8 - bit < piece->bytes - done ? 8 - bit : piece->bytes - done;
    unsigned bits = piece->a[done / 8] | (done / 8 + 1 < sizeof piece->a ? (unsigned)piece->a[done / 8 + 1] << 8 : 0);
    uint8_t mask = (uint8_t)((0xffu >> (8 - count)) << bit), set = (uint8_t)((bits >> (done % 8)) << bit & mask);
    set_a_mask(shadow, a_address(to + done), set, true);
    set_a_mask(shadow, a_address(to + done), mask & (uint8_t)~set, false);
  }
}

static void copy_piece(struct shadow *shadow, uint64_t to, uint64_t from, uint64_t bytes)
{
  struct piece piece; /* its parts are large: only what is needed is written */
  piece.bytes = bytes;
  read_v(shadow, from, &piece);
  read_a(shadow, from, &piece);
  write_v(shadow, to, piece.v, bytes);
  write_a(shadow, to, &piece);
}

static bool is_addressable(const struct shadow *shadow, uint64_t start, uint64_t bytes)
{
  return next_a(shadow, start, start + bytes, true) == start + bytes;
}

static void copy_values_of_some(struct shadow *shadow, uint64_t to, uint64_t from, struct piece *piece)
{
  read_a(shadow, from, piece);
  for (uint64_t i = 0; i < piece->bytes; i++) {
    if (piece->a[i / 8] >> (i % 8) & 1)
      piece->v[i] = SHADOW_DEFINED;
    shadow_set_value(shadow, to + i, piece->v[i]);
  }
}

static void copy_values_piece(struct shadow *shadow, uint64_t to, uint64_t from, uint64_t bytes)
{
  struct piece piece;
  piece.bytes = bytes;
  read_v(shadow, from, &piece);
  if (is_addressable(shadow, from, bytes) && is_addressable(shadow, to, bytes))
    write_v(shadow, to, piece.v, bytes);
  else
    copy_values_of_some(shadow, to, from, &piece);
}

typedef void copy_function(struct shadow *shadow, uint64_t to, uint64_t from, uint64_t bytes);

/* Pieces end where a page of the destination's V bits does. */
static void copy_forward(struct shadow *shadow, uint64_t to, uint64_t from, uint64_t bytes, copy_function *copy)
{
  while (bytes > 0) {
    uint64_t left_in_page = PLANE_PAGE_BYTES - v_address(to) % PLANE_PAGE_BYTES;
    uint64_t step = bytes < left_in_page ? bytes : left_in_page;
    copy(shadow, to, from, step);
    to += step;
    from += step;
    bytes -= step;
  }
}

static void copy_backward(struct shadow *shadow, uint64_t to, uint64_t from, uint64_t bytes, copy_function *copy)
{
  while (bytes > 0) {
    uint64_t in_page = (v_address(to + bytes) - 1) % PLANE_PAGE_BYTES + 1;
    uint64_t step = bytes < in_page ? bytes : in_page;
    bytes -= step;
    copy(shadow, to + bytes, from + bytes, step);
  }
}

static void copy_range(struct shadow *shadow, uint64_t to, uint64_t from, uint64_t bytes, copy_function *copy)
{
  if (to > from && to - from < bytes)
    copy_backward(shadow, to, from, bytes, copy);
  else
    copy_forward(shadow, to, from, bytes, copy);
}

/* Source memory that was never addressable is passed over in one go. */
static void copy_present(struct shadow *shadow, uint64_t to, uint64_t from, uint64_t bytes)
{
  bool overlap = to < from + bytes && from < to + bytes;
  for (uint64_t done = 0, stop; done < bytes; done = stop - from) {
    if (overlap || a_run(shadow, from + done, from + bytes, &stop)) {
      stop = overlap ? from + bytes : stop;
      copy_range(shadow, to + done, from + done, stop - from - done, copy_piece);
    } else {
      shadow_make_noaccess(shadow, to + done, stop - from - done);
    }
  }
}

/* Blocks that are resized: whole granules, in pages that are present. false: it is to be done otherwise. */
static bool copy_shortly(struct shadow *shadow, uint64_t to, uint64_t from, uint64_t bytes)
{
  if (to % GRANULE != 0 || from % GRANULE != 0 || bytes == 0 || bytes > PLANE_PAGE_BYTES || to > SHADOW_LIMIT - bytes ||
      from > SHADOW_LIMIT - bytes || from - to < bytes || to - from < bytes)
    return false;
  const uint64_t to_v = v_address(to), from_v = v_address(from), to_a = a_address(to), from_a = a_address(from);
  const uint64_t granules = bytes / GRANULE;
  if (!is_in_one_page(&shadow->v, to_v, to_v + bytes) || !is_in_one_page(&shadow->v, from_v, from_v + bytes) ||
      !is_in_one_page(&shadow->a, to_a, to_a + granules + 1) || !is_in_one_page(&shadow->a, from_a, from_a + granules + 1))
    return false;
  memcpy((void *)to_v, (const void *)from_v, bytes);
  memcpy((void *)to_a, (const void *)from_a, granules);
  const uint8_t mask = (uint8_t)((1u << bytes % GRANULE) - 1), *last = (const uint8_t *)from_a + granules;
  uint8_t *to_last = (uint8_t *)to_a + granules;
  *to_last = (uint8_t)((*to_last & ~mask) | (*last & mask));
  return true;
}

void shadow_copy(struct shadow *shadow, uint64_t to, uint64_t from, uint64_t bytes)
{
  uint64_t to_end = to, from_end = from;
  if (to == from || copy_shortly(shadow, to, from, bytes) || !clamp(to, bytes, &to_end))
    return;
  clamp(from, bytes, &from_end);
  uint64_t wanted = to_end - to, there = from_end - from < wanted ? from_end - from : wanted;
  copy_present(shadow, to, from, there);
  shadow_make_noaccess(shadow, to + there, wanted - there);
}

static void copy_v(struct shadow *shadow, uint64_t to, uint64_t from, uint64_t bytes)
{
  struct piece piece;
  piece.bytes = bytes;
  read_v(shadow, from, &piece);
  write_v(shadow, to, piece.v, bytes);
}

/* V bits: whole pages, and the two ends. */
static void move_v(struct shadow *shadow, uint64_t to, uint64_t from, uint64_t bytes)
{
  uint64_t left_in_page = (0 - v_address(from)) % PLANE_PAGE_BYTES;
  uint64_t head = left_in_page < bytes ? left_in_page : bytes;
  uint64_t middle = page_start(bytes - head), tail = bytes - head - middle;
  copy_range(shadow, to, from, head, copy_v);
  plane_move(&shadow->v, v_address(to + head), v_address(from + head), middle);
  copy_range(shadow, to + head + middle, from + head + middle, tail, copy_v);
}

static void copy_a(struct shadow *shadow, uint64_t to, uint64_t from, uint64_t bytes)
{
  uint64_t end = from + bytes, start, stop;
  for (uint64_t at = from; at < end; at = stop) {
    if (!shadow_next_addressable(shadow, at, end, &start, &stop))
      start = stop = end;
    set_a(shadow, to + (at - from), to + (start - from), true);
    set_a(shadow, to + (start - from), to + (stop - from), false);
  }
}

void shadow_move(struct shadow *shadow, uint64_t to, uint64_t from, uint64_t bytes)
{
  bool overlap = to < from + bytes && from < to + bytes;
  bool is_alike = to % PLANE_PAGE_BYTES == from % PLANE_PAGE_BYTES;
  bool is_in_range = bytes <= SHADOW_LIMIT && to <= SHADOW_LIMIT - bytes && from <= SHADOW_LIMIT - bytes;
  if (bytes > PLANE_PAGE_BYTES && is_alike && is_in_range && !overlap) {
    move_v(shadow, to, from, bytes);
    copy_a(shadow, to, from, bytes);
  } else {
    shadow_copy(shadow, to, from, bytes);
  }
  if (!overlap)
    shadow_make_noaccess(shadow, from, bytes);
}

void shadow_copy_values(struct shadow *shadow, uint64_t to, uint64_t from, uint64_t bytes)
{
  uint64_t to_end = to, from_end = from;
  if (to == from || !clamp(to, bytes, &to_end))
    return;
  clamp(from, bytes, &from_end);
  uint64_t wanted = to_end - to, there = from_end - from < wanted ? from_end - from : wanted;
  copy_range(shadow, to, from, there, copy_values_piece);
  shadow_make_defined_if_addressable(shadow, to + there, wanted - there);
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
