/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs that are parts of a suite, by how many parts it has: each part must be there. */
#include <stdio.h>
#include <stdlib.h>

#include "host/base/grow.h"
#include "host/base/print.h"
#include "host/model/findings/gaps.h"

enum { MISSING_TOLD = 20 };

static bool is_there(const struct findings *findings, uint64_t shard, uint64_t count)
{
  for (size_t i = 0; i < findings->run_count; i++)
    if (findings->runs[i].shard_count == count && findings->runs[i].shard == shard && !findings->runs[i].error)
      return true;
  return false;
}

static bool is_first_of(const struct findings *findings, size_t run)
{
  for (size_t i = 0; i < run; i++)
    if (findings->runs[i].shard_count == findings->runs[run].shard_count)
      return false;
  return true;
}

static void add_shard(const struct finding_run *run, uint64_t shard, struct gaps *gaps, size_t *capacity)
{
  struct gap gap = {.kind = GAP_missing_shard, .run = run};
  gap.remark =
    print_text("shard %llu of %llu is missing", (unsigned long long)shard, (unsigned long long)run->shard_count);
  grow((void **)&gaps->items, gaps->count, capacity, sizeof gap);
  gaps->items[gaps->count++] = gap;
}

void gaps_find_shards(const struct findings *findings, struct gaps *ret)
{
  struct gaps gaps = {0};
  size_t capacity = 0;
  for (size_t i = 0; i < findings->run_count; i++) {
    const struct finding_run *run = &findings->runs[i];
    const size_t end = gaps.count + MISSING_TOLD;
    for (uint64_t shard = 1; shard <= run->shard_count && is_first_of(findings, i) && gaps.count < end; shard++)
      if (!is_there(findings, shard, run->shard_count))
        add_shard(run, shard, &gaps, &capacity);
  }
  *ret = gaps;
}
