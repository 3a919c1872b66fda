/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which instruction of the guest one of the host belongs to, and what is borrowed there: asked when there was a fault,
 * and kept for each block there is. So it is packed: the number of steps; for each its distance from the one before,
 * and what is pending, as a difference; then for each mark its distance, and what is borrowed together with how the
 * step is told. */
#include "memcheck/pure/direct/block.h"

enum { SAME_STEP = 0 << 6, NEXT_STEP = 1 << 6, STEP_FOLLOWS = 2 << 6, HOW = 3 << 6, END = 3 << 6 };

/* Seven bits a byte, the lowest first. */
static uint8_t *put(uint8_t *at, uint32_t number)
{
  for (; number >= 0x80; number >>= 7)
    *at++ = (uint8_t)(number | 0x80);
  *at++ = (uint8_t)number;
  return at;
}

static uint32_t take(const uint8_t **at)
{
  uint32_t number = 0;
  unsigned shift = 0;
  for (; **at & 0x80; shift += 7)
    number |= (uint32_t)(*(*at)++ & 0x7f) << shift;
  return number | (uint32_t)*(*at)++ << shift;
}

/* A sign in the lowest bit keeps small numbers short. */
static uint32_t folded(int32_t number)
{
  return (uint32_t)number << 1 ^ (uint32_t)(number >> 31);
}

static int32_t unfolded(uint32_t number)
{
  return (int32_t)(number >> 1 ^ (0 - (number & 1)));
}

static uint8_t *put_mark(uint8_t *at, const struct direct_mark *mark, const struct direct_mark *last)
{
  const uint8_t how = mark->step == last->step ? SAME_STEP : mark->step == last->step + 1 ? NEXT_STEP : STEP_FOLLOWS;
  at = put(at, (uint32_t)(mark->host_offset - last->host_offset));
  *at++ = (uint8_t)(mark->borrowed | how);
  if (how == STEP_FOLLOWS)
    *at++ = mark->step;
  return at;
}

unsigned direct_places_pack(const struct direct_block *block, uint8_t packed[static DIRECT_PLACES_BYTES_MAX])
{
  uint8_t *at = put(packed, block->steps);
  uint64_t address = block->address;
  int32_t pending = 0;
  for (unsigned i = 0; i < block->steps; i++) {
    at = put(at, folded((int32_t)(block->addresses[i] - address)));
    at = put(at, folded(block->pending[i] - pending));
    address = block->addresses[i];
    pending = block->pending[i];
  }
  struct direct_mark last = {0, 0, 0};
  for (unsigned i = 0; i < block->marks; i++) {
    const struct direct_mark *mark = &block->mark[i];
    if (i > 0 && mark->step == last.step && mark->borrowed == last.borrowed)
      continue;
    at = put_mark(at, mark, &last);
    last = *mark;
  }
  at = put(at, 0);
  *at++ = END;
  return (unsigned)(at - packed);
}

static struct direct_place place_of_step(const uint8_t *packed, uint64_t address, unsigned step)
{
  struct direct_place place = {.address = address};
  for (unsigned i = 0, steps = take(&packed); i < steps && i <= step; i++) {
    place.address += (uint64_t)(int64_t)unfolded(take(&packed));
    place.pending += unfolded(take(&packed));
  }
  return place;
}

static const uint8_t *behind_steps(const uint8_t *packed)
{
  for (unsigned numbers = 2 * take(&packed); numbers > 0; numbers--)
    take(&packed);
  return packed;
}

struct direct_place direct_places_find(const uint8_t *packed, uint64_t address, uint32_t host_offset)
{
  const uint8_t *at = behind_steps(packed);
  uint32_t place = 0;
  unsigned step = 0;
  uint8_t borrowed = DIRECT_BORROWS_NOTHING;
  for (;;) {
    place += take(&at);
    const uint8_t told = *at++;
    if ((told & HOW) == END || place > host_offset)
      break;
    borrowed = told & (uint8_t)~HOW;
    if ((told & HOW) == STEP_FOLLOWS)
      step = *at++;
    else if ((told & HOW) == NEXT_STEP)
      step++;
  }
  struct direct_place ret = place_of_step(packed, address, step);
  ret.borrowed = borrowed;
  return ret;
}
