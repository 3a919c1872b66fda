/* SPDX-License-Identifier: GPL-2.0-or-later */
/* States that are copied or move, along with data. */
#include "memcheck/pure/base/env.h"
#include "memcheck/pure/shadow/shadow_private.h"

enum { GRANULE = SHADOW_GRANULE_BYTES };

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

/* Whole bytes of A bits. */
static void read_whole_a(const struct shadow *shadow, uint64_t from, struct piece *ret)
{
  const uint64_t start = a_address(from), end = start + (ret->bytes + GRANULE - 1) / GRANULE;
  for (uint64_t at = start, stop; at < end; at = stop)
    if (plane_run(&shadow->a, at, end, &stop))
      memcpy(ret->a + (at - start), (const void *)at, stop - at);
    else
      memset(ret->a + (at - start), 0xff, stop - at);
}

static void read_a(const struct shadow *shadow, uint64_t from, struct piece *ret)
{
  unsigned shift = from % 8;
  if (shift == 0) {
    read_whole_a(shadow, from, ret);
    return;
  }
  for (uint64_t i = 0; i < (ret->bytes + 7) / 8; i++) {
    unsigned low = a_byte(shadow, from + i * 8), high = a_byte(shadow, from + i * 8 + 8);
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
      shadow_fill(&shadow->v, start, start + bytes, false);
      return;
    }
    plane_make_present(&shadow->v, start, start + bytes);
  }
  memcpy((void *)start, v, bytes);
}

static void write_a(struct shadow *shadow, uint64_t to, const struct piece *piece)
{
  uint64_t done = 0;
  const uint64_t granules = piece->bytes / GRANULE, a = a_address(to);
  if (to % GRANULE == 0 && granules > 0 && is_in_one_page(&shadow->a, a, a + granules)) {
    memcpy((void *)a, piece->a, granules);
    done = granules * GRANULE;
  }
  for (uint64_t count; done < piece->bytes; done += count) {
    uint64_t bit = (to + done) % 8;
    count = 8 - bit < piece->bytes - done ? 8 - bit : piece->bytes - done;
    unsigned bits = piece->a[done / 8] | (done / 8 + 1 < sizeof piece->a ? (unsigned)piece->a[done / 8 + 1] << 8 : 0);
    uint8_t mask = (uint8_t)((0xffu >> (8 - count)) << bit), set = (uint8_t)((bits >> (done % 8)) << bit & mask);
    shadow_set_a_mask(shadow, a_address(to + done), set, true);
    shadow_set_a_mask(shadow, a_address(to + done), mask & (uint8_t)~set, false);
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
  return shadow_next_a_bit(shadow, start, start + bytes, true) == start + bytes;
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
    if (overlap || shadow_a_run(shadow, from + done, from + bytes, &stop)) {
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
      !is_in_one_page(&shadow->a, to_a, to_a + granules + 1) ||
      !is_in_one_page(&shadow->a, from_a, from_a + granules + 1))
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
static void move_v(struct shadow *shadow, uint64_t to, uint64_t to_bytes, uint64_t from, uint64_t bytes)
{
  uint64_t left_in_page = (0 - v_address(from)) % PLANE_PAGE_BYTES;
  uint64_t head = left_in_page < bytes ? left_in_page : bytes;
  uint64_t middle = page_start(bytes - head), tail = bytes - head - middle;
  copy_range(shadow, to, from, head, copy_v);
  plane_move(&shadow->v, v_address(to + head), page_start(to_bytes - head), v_address(from + head), middle);
  copy_range(shadow, to + head + middle, from + head + middle, tail, copy_v);
}

static void copy_a(struct shadow *shadow, uint64_t to, uint64_t from, uint64_t bytes)
{
  uint64_t end = from + bytes, start, stop;
  for (uint64_t at = from; at < end; at = stop) {
    if (!shadow_next_addressable(shadow, at, end, &start, &stop))
      start = stop = end;
    shadow_set_a(shadow, to + (at - from), to + (start - from), true);
    shadow_set_a(shadow, to + (start - from), to + (stop - from), false);
  }
}

/* The same, page by page where they are many. */
static void move_a(struct shadow *shadow, uint64_t to, uint64_t from, uint64_t bytes)
{
  enum { LARGE_BYTES = 64 << 20, ALIGNMENT = PLANE_PAGE_BYTES * GRANULE };
  if (bytes < LARGE_BYTES || to % ALIGNMENT != from % ALIGNMENT) {
    copy_a(shadow, to, from, bytes);
    return;
  }
  const uint64_t head =
    (SHADOW_A_OFFSET % PLANE_PAGE_BYTES == 0 ? 0 : PLANE_PAGE_BYTES - SHADOW_A_OFFSET % PLANE_PAGE_BYTES) * GRANULE;
  const uint64_t first = (ALIGNMENT + head - from % ALIGNMENT) % ALIGNMENT,
                 middle = (bytes - first) / ALIGNMENT * ALIGNMENT;
  copy_a(shadow, to, from, first);
  plane_move(&shadow->a, a_address(to + first), middle / GRANULE, a_address(from + first), middle / GRANULE);
  copy_a(shadow, to + first + middle, from + first + middle, bytes - first - middle);
}

void shadow_move(struct shadow *shadow, uint64_t to, uint64_t to_bytes, uint64_t from, uint64_t bytes)
{
  bool overlap = to < from + bytes && from < to + bytes;
  bool is_alike = to % PLANE_PAGE_BYTES == from % PLANE_PAGE_BYTES;
  bool is_in_range = to_bytes <= SHADOW_LIMIT && to <= SHADOW_LIMIT - to_bytes && from <= SHADOW_LIMIT - bytes;
  if (bytes > PLANE_PAGE_BYTES && is_alike && is_in_range && !overlap) {
    move_v(shadow, to, to_bytes, from, bytes);
    move_a(shadow, to, from, bytes);
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
