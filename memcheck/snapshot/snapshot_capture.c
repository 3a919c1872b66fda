/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Workers index the blocks, a range each time; then they make pieces of the snapshot, whichever comes next. */
#include "memcheck/snapshot/snapshot_capture.h"

#include "memcheck/base/env.h"
#include "memcheck/base/lock.h"
#include "memcheck/leak/leak_index.h"
#include "memcheck/snapshot/snapshot_output.h"
#include "memcheck/snapshot/snapshot_pieces.h"
#include "memcheck/snapshot/snapshot_worker.h"

enum { INDEX_BLOCKS = 1 << 14 }; /* that a worker enters at a time */

/* What the workers share. */
struct job {
  const struct snapshot_source *source;
  struct leak_index index;
  _Atomic uint32_t next_range;
  struct lock lock;
  struct snapshot_pieces pieces;
  struct snapshot_output output;
  struct snapshot_worker workers[ENV_WORKERS_MAX];
};

static bool next_piece(struct job *job, struct snapshot_piece *ret)
{
  lock_take(&job->lock);
  const bool is_one = !job->output.has_failed && snapshot_pieces_next(&job->pieces, ret);
  lock_release(&job->lock);
  return is_one;
}

static void make_pieces(void *context, unsigned worker)
{
  struct job *job = context;
  for (struct snapshot_piece piece; next_piece(job, &piece);)
    snapshot_worker_make(&job->workers[worker], &piece);
}

static void enter_blocks(void *context, unsigned worker)
{
  struct job *job = context;
  const uint64_t limit = job->index.mark_limit;
  for (uint64_t first; (first = 1 + (uint64_t)job->next_range++ * INDEX_BLOCKS) < limit;)
    leak_index_enter(&job->index, worker, (block_id)first,
                     (block_id)(limit - first < INDEX_BLOCKS ? limit : first + INDEX_BLOCKS));
}

static void make_index(struct job *job)
{
  leak_index_begin(&job->index, job->source->blocks);
  env_run_workers(job->source->worker_count, enter_blocks, job);
  leak_index_end(&job->index);
}

static void prepare(struct job *job)
{
  const struct snapshot_source *source = job->source;
  snapshot_pieces_init(&job->pieces, &job->index, source->roots, source->root_count);
  snapshot_output_init(&job->output, source->worker_count, source->write, source->context);
  for (unsigned i = 0; i < source->worker_count; i++)
    snapshot_worker_init(&job->workers[i], source, i, &job->index, &job->output);
}

static void finish(struct job *job, struct snapshot_counts *ret)
{
  *ret = (struct snapshot_counts){0};
  for (unsigned i = 0; i < job->source->worker_count; i++) {
    const struct snapshot_counts *counts = &job->workers[i].counts;
    ret->blocks += counts->blocks;
    ret->bytes += counts->bytes;
    ret->edges += counts->edges;
    ret->root_pointers += counts->root_pointers;
    snapshot_worker_deinit(&job->workers[i]);
  }
  snapshot_output_deinit(&job->output);
  leak_index_release(&job->index);
}

bool snapshot_capture(const struct snapshot_source *source, struct snapshot_counts *ret)
{
  struct job *job = env_map_pages(sizeof *job);
  job->source = source;
  make_index(job);
  prepare(job);
  env_run_workers(source->worker_count, make_pieces, job);
  const bool is_whole = !job->output.has_failed;
  finish(job, ret);
  env_unmap_pages(job, sizeof *job);
  return is_whole;
}
