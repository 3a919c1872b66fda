/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pieces of any size that workers make at once come out one after the other. */
#include "memcheck/pure/snapshot/snapshot_output.h"

#include <string.h>
#include <time.h>

#include "unit/unit.h"

enum { PIECES = 500, PIECE_BYTES_MAX = 3000, PARTS_MAX = 3, STREAM_BYTES = PIECES * PIECE_BYTES_MAX * PARTS_MAX };

static struct {
  struct snapshot_output output;
  _Atomic uint32_t next;
  _Atomic unsigned writing;
  bool was_refused;
  size_t size, limit;
  unsigned char stream[STREAM_BYTES];
} work;

static size_t part_bytes(uint32_t piece, unsigned part)
{
  return piece * 7919u % 5 == 0 ? 0 : (piece * 104729u + part * 31) % PIECE_BYTES_MAX;
}

static unsigned part_count(uint32_t piece)
{
  return piece % 41 == 5 ? PARTS_MAX : 1;
}

static unsigned char byte_of(uint32_t piece, unsigned part)
{
  return (unsigned char)(piece * 3 + part);
}

static bool take(void *context, const unsigned char *data, size_t size)
{
  ck_assert_uint_eq(work.writing++, 0);
  ck_assert(!work.was_refused);
  const bool fits = work.size + size <= work.limit;
  work.was_refused = !fits;
  if (fits)
    memcpy(work.stream + work.size, data, size);
  work.size += fits ? size : 0;
  work.writing--;
  return fits;
}

/* Some pieces take so long that all other workers come to wait for them. */
static void dawdle(uint32_t piece)
{
  if (piece % 97 == 0)
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
}

/* All parts but the last are written before the piece is closed. */
static void make_pieces(void *context, unsigned worker)
{
  for (uint32_t piece; (piece = work.next++) < PIECES;) {
    unsigned char *room = snapshot_output_open(&work.output, piece);
    const unsigned last = part_count(piece) - 1;
    dawdle(piece);
    for (unsigned part = 0; part <= last; part++) {
      memset(room, byte_of(piece, part), part_bytes(piece, part));
      if (part < last)
        snapshot_output_make_room(&work.output, piece, part_bytes(piece, part));
    }
    snapshot_output_close(&work.output, piece, part_bytes(piece, last));
  }
}

static void run(unsigned workers, size_t limit)
{
  work.next = 0;
  work.was_refused = false;
  work.size = 0;
  work.limit = limit;
  snapshot_output_init(&work.output, workers, take, NULL);
  env_run_workers(workers, make_pieces, NULL);
}

START_TEST(pieces_come_out_in_order)
{
  size_t at = 0, mistakes = 0;
  run((unsigned)_i, sizeof work.stream);
  for (uint32_t piece = 0; piece < PIECES; piece++)
    for (unsigned part = 0; part < part_count(piece); part++)
      for (size_t i = 0; i < part_bytes(piece, part); i++)
        mistakes += work.stream[at++] != byte_of(piece, part);
  ck_assert_uint_eq(mistakes, 0);
  ck_assert_uint_eq(at, work.size);
  ck_assert(!work.output.has_failed);
  snapshot_output_deinit(&work.output);
}
END_TEST

START_TEST(after_a_failure_nothing_is_written)
{
  run((unsigned)_i, 50000);
  ck_assert(work.output.has_failed);
  ck_assert(work.was_refused);
  const size_t kept = work.size;
  snapshot_output_deinit(&work.output);
  run(1, 50000);
  ck_assert_uint_eq(work.size, kept);
  snapshot_output_deinit(&work.output);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("snapshot output");
  TCase *tcase = tcase_create("output");
  tcase_add_loop_test(tcase, pieces_come_out_in_order, 1, ENV_WORKERS_MAX + 1);
  tcase_add_loop_test(tcase, after_a_failure_nothing_is_written, 1, ENV_WORKERS_MAX + 1);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
