/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Packed places beside the arrays they were packed from, for random blocks. */
#include "memcheck/pure/direct/block.h"

#include <stdlib.h>

#include "unit/unit.h"

enum { TRIALS = UNIT_TRIALS(300) };

static int32_t random_pending(void)
{
  switch (rand() % 3) {
  case 0:
    return 8 * (rand() % 8);
  case 1:
    return 8 * (rand() % (1 << 17));
  default:
    return -8 * (rand() % 64);
  }
}

static void fill(struct direct_block *block)
{
  block->address = 0x4000000 + (uint64_t)rand();
  block->steps = 1 + (unsigned)rand() % DIRECT_STEPS_MAX;
  uint64_t address = block->address;
  for (unsigned i = 0; i < block->steps; i++) {
    block->addresses[i] = address;
    block->pending[i] = random_pending();
    address = rand() % 10 == 0 ? block->address : address + 1 + (uint64_t)rand() % 15; /* loops come back */
  }
  block->marks = 1 + (unsigned)rand() % DIRECT_MARKS_MAX;
  unsigned offset = 0;
  for (unsigned i = 0; i < block->marks; i++) {
    const unsigned step = rand() % 4 == 0 ? (unsigned)rand() : i * block->steps / block->marks;
    block->mark[i] = (struct direct_mark){(uint16_t)offset, (uint8_t)(step % block->steps), (uint8_t)(rand() % 32)};
    offset += (unsigned)rand() % (rand() % 20 == 0 ? 300 : 12);
    if (offset > UINT16_MAX)
      ck_abort_msg("a block of %u bytes", offset);
  }
  block->mark[0].step = 0;
}

static const struct direct_mark *mark_at(const struct direct_block *block, unsigned offset)
{
  const struct direct_mark *mark = block->mark;
  for (unsigned i = 1; i < block->marks && block->mark[i].host_offset <= offset; i++)
    mark = &block->mark[i];
  return mark;
}

static bool is_place(const struct direct_block *block, const uint8_t *packed, unsigned offset)
{
  const struct direct_mark *mark = mark_at(block, offset);
  const struct direct_place place = direct_places_find(packed, block->address, offset);
  return place.address == block->addresses[mark->step] && place.pending == block->pending[mark->step] &&
         place.borrowed == mark->borrowed;
}

START_TEST(what_is_packed_is_found)
{
  static struct direct_block block;
  static uint8_t packed[DIRECT_PLACES_BYTES_MAX];
  for (unsigned trial = 0; trial < TRIALS; trial++) {
    srand(trial);
    fill(&block);
    ck_assert_uint_le(direct_places_pack(&block, packed), sizeof packed);
    const unsigned end = block.mark[block.marks - 1].host_offset + 20u;
    unsigned offset = 0;
    while (offset < end && is_place(&block, packed, offset))
      offset++;
    ck_assert_msg(offset == end, "trial %u, offset %u", trial, offset);
  }
}
END_TEST

START_TEST(usual_blocks_are_small)
{
  static struct direct_block block;
  static uint8_t packed[DIRECT_PLACES_BYTES_MAX];
  block.address = 0x401000;
  block.steps = 10;
  block.marks = 20;
  for (unsigned i = 0; i < block.steps; i++)
    block.addresses[i] = block.address + 4 * i;
  for (unsigned i = 0; i < block.marks; i++)
    block.mark[i] = (struct direct_mark){(uint16_t)(10 * i), (uint8_t)(i / 2), (uint8_t)(i % 2)};
  ck_assert_uint_le(direct_places_pack(&block, packed), 70);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("direct_places");
  TCase *tests = tcase_create("places");
  tcase_add_test(tests, what_is_packed_is_found);
  tcase_add_test(tests, usual_blocks_are_small);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
