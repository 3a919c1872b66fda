/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How much of a finding a test has, scaled to the number of processes on the other side. If this side has three times
 * as many, every three processes with similar amounts count as one, with the amounts of the worst. So a test that ran
 * three times is unchanged unless one of its attempts is worse, and a test that calls a command three times is compared
 * call by call. */
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/model/findings/counted_findings.h"

static uint64_t *amount_at(struct finding_amounts *amounts, size_t index)
{
  uint64_t *const all[] = {&amounts->count, &amounts->bytes, &amounts->blocks, &amounts->indirect_bytes,
                           &amounts->indirect_blocks};
  return all[index];
}

enum { AMOUNTS = 5 };

ORDER(largest_first, uint64_t, COMPARE(*y, *x))

/* Of a group of processes, so many; those without a hit have nothing. */
static void add_group(const struct counted_hit *hits, size_t count, size_t wanted, uint64_t *room,
                      struct finding_amounts *sum)
{
  struct finding_amounts part = {0};
  for (size_t amount = 0; amount < AMOUNTS; amount++) {
    for (size_t i = 0; i < count; i++) {
      struct finding_amounts one = hits[i].amounts;
      room[i] = *amount_at(&one, amount);
    }
    qsort(room, count, sizeof *room, largest_first);
    uint64_t *to = amount_at(&part, amount);
    for (size_t i = 0; i < wanted; i++) {
      const size_t at = (size_t)((unsigned __int128)i * hits->group_size / wanted);
      const uint64_t more = at < count ? room[at] : 0;
      *to = more < FINDING_AMOUNT_MAX - *to ? *to + more : FINDING_AMOUNT_MAX;
    }
  }
  finding_amounts_add(sum, &part);
}

struct finding_amounts counted_test_for(const struct counted_test *test, uint64_t processes)
{
  struct finding_amounts sum = {0};
  if (processes == 0 || test->processes <= processes || test->hit_count == 0)
    return test->amounts;
  uint64_t *room = memory_zeroed(test->hit_count, sizeof *room);
  for (size_t start = 0, end; start < test->hit_count; start = end) {
    for (end = start + 1; end < test->hit_count && test->hits[end].group == test->hits[start].group;)
      end++;
    const unsigned __int128 share = (unsigned __int128)test->hits[start].group_size * processes;
    const size_t wanted = (size_t)((share + test->processes - 1) / test->processes);
    add_group(test->hits + start, end - start, wanted, room, &sum);
  }
  free(room);
  return sum;
}

bool counted_test_is_worse(const struct counted_test *test, const struct counted_test *before, bool is_leak)
{
  const struct finding_amounts *now = &test->most, *then = &before->most;
  if (before->processes == 0 || test->processes == 0 || test->processes >= before->processes)
    return false;
  return is_leak ? now->bytes > then->bytes || now->blocks > then->blocks : now->count > then->count;
}

struct finding_amounts counted_finding_for(const struct counted_finding *after, const struct counted_finding *before)
{
  struct finding_amounts sum = {0};
  struct common_tests common = {0};
  bool is_reduced = false;
  while (common_tests_next(before, after, &common))
    is_reduced |= common.before->processes > 0 && common.before->processes < common.after->processes;
  if (!is_reduced)
    return after->amounts;
  for (size_t i = 0, j = 0; i < after->test_count; i++) {
    while (j < before->test_count && strcmp(before->tests[j].name, after->tests[i].name) < 0)
      j++;
    const bool is_known = j < before->test_count && strcmp(before->tests[j].name, after->tests[i].name) == 0;
    const struct finding_amounts part = counted_test_for(&after->tests[i], is_known ? before->tests[j].processes : 0);
    finding_amounts_add(&sum, &part);
  }
  return sum;
}
