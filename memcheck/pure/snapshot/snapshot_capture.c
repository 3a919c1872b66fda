/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Workers first index the blocks, range by range, then make pieces of the snapshot: each takes the next one that nobody
 * has taken. */
#include "memcheck/pure/snapshot/snapshot_capture.h"

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/base/lock.h"
#include "memcheck/pure/leak/leak_index.h"
#include "memcheck/pure/snapshot/snapshot_output.h"
#include "memcheck/pure/snapshot/snapshot_pieces.h"
#include "memcheck/pure/snapshot/snapshot_worker.h"

enum { INDEX_BLOCKS = 1 << 14 }; /* of a range */

/* What the workers share. */
struct capture {
  const struct snapshot_source *source;
  struct leak_index index;
  _Atomic uint32_t next_range;
  struct lock lock;
  struct snapshot_pieces pieces;
  struct snapshot_output output;
  struct snapshot_worker workers[ENV_WORKERS_MAX];
};

static bool next_piece(struct capture *capture, struct snapshot_piece *ret)
{
  lock_take(&capture->lock);
  const bool is_one = !capture->output.has_failed && snapshot_pieces_next(&capture->pieces, ret);
  lock_release(&capture->lock);
  return is_one;
}

static void make_pieces(void *context, unsigned worker)
{
  struct capture *capture = context;
  for (struct snapshot_piece piece; next_piece(capture, &piece);)
    snapshot_worker_make_piece(&capture->workers[worker], &piece);
}

static void enter_blocks(void *context, unsigned worker)
{
  struct capture *capture = context;
  const uint64_t limit = capture->index.mark_limit;
  for (uint64_t first; (first = 1 + (uint64_t)capture->next_range++ * INDEX_BLOCKS) < limit;)
    leak_index_enter(&capture->index, worker, (block_id)first,
                     (block_id)(limit - first < INDEX_BLOCKS ? limit : first + INDEX_BLOCKS));
}

static void make_index(struct capture *capture)
{
  leak_index_begin(&capture->index, capture->source->blocks);
  env_run_workers(capture->source->worker_count, enter_blocks, capture);
  leak_index_end(&capture->index);
}

static void prepare_workers(struct capture *capture)
{
  const struct snapshot_source *source = capture->source;
  snapshot_pieces_init(&capture->pieces, &capture->index, source->roots, source->root_count);
  snapshot_output_init(&capture->output, source->worker_count, source->write, source->context);
  for (unsigned i = 0; i < source->worker_count; i++)
    snapshot_worker_init(&capture->workers[i], source, i, &capture->index, &capture->output);
}

static void finish_capture(struct capture *capture, struct snapshot_counts *ret)
{
  *ret = (struct snapshot_counts){0};
  for (unsigned i = 0; i < capture->source->worker_count; i++) {
    const struct snapshot_counts *counts = &capture->workers[i].counts;
    ret->blocks += counts->blocks;
    ret->bytes += counts->bytes;
    ret->edges += counts->edges;
    ret->root_pointers += counts->root_pointers;
    snapshot_worker_deinit(&capture->workers[i]);
  }
  snapshot_output_deinit(&capture->output);
  leak_index_release(&capture->index);
}

bool snapshot_capture(const struct snapshot_source *source, struct snapshot_counts *ret)
{
  struct capture *capture = env_map_pages(sizeof *capture);
  capture->source = source;
  make_index(capture);
  prepare_workers(capture);
  env_run_workers(source->worker_count, make_pieces, capture);
  const bool is_whole = !capture->output.has_failed;
  finish_capture(capture, ret);
  env_unmap_pages(capture, sizeof *capture);
  return is_whole;
}
