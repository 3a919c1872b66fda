/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/pure/blocks/sample_plan.h"

enum {
  INTERVAL_NS = 20000000,
  INTERVAL_SHARE = 200,  /* of the time that has passed */
  NUMBERS_MAX = 1 << 20, /* per e-fold time */
  COST_SHARE = 100,
  COST_SHARE_OF_ALL = 50,
  PEAK_STEP_SHARE = 100, /* a peak worth a sample is larger than the last one by this part of it */
};

static uint64_t larger(uint64_t a, uint64_t b)
{
  return a > b ? a : b;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

void sample_plan_begin(struct sample_plan *plan, uint64_t now_ns, uint64_t live_bytes)
{
  *plan = (struct sample_plan){.began_ns = now_ns, .peak_bytes = live_bytes};
  sample_plan_note(plan, now_ns, 0, 0);
}

void sample_plan_note(struct sample_plan *plan, uint64_t now_ns, uint64_t cost_ns, uint64_t sites)
{
  const uint64_t passed_ns = now_ns - plan->began_ns;
  const uint64_t by_time = larger(INTERVAL_NS, passed_ns / INTERVAL_SHARE);
  const uint64_t by_numbers = (uint64_t)((double)passed_ns * (double)sites / NUMBERS_MAX);
  const uint64_t by_cost = smaller(cost_ns, plan->last_cost_ns) * COST_SHARE;
  plan->last_cost_ns = cost_ns;
  plan->cost_of_all_ns += cost_ns;
  plan->due_ns = larger(now_ns + larger(larger(by_time, by_numbers), by_cost),
                        plan->began_ns + plan->cost_of_all_ns * COST_SHARE_OF_ALL);
}

void sample_plan_note_peak(struct sample_plan *plan, uint64_t cost_ns, uint64_t live_bytes)
{
  plan->peaks_cost_ns += cost_ns;
  if (live_bytes > plan->peak_bytes)
    plan->peak_bytes = live_bytes + live_bytes / PEAK_STEP_SHARE;
}

bool sample_plan_allows_peak(const struct sample_plan *plan, uint64_t now_ns, uint64_t *ret_ns)
{
  const uint64_t affordable_ns = (now_ns - plan->began_ns) / COST_SHARE;
  if (plan->peaks_cost_ns <= affordable_ns)
    return true;
  *ret_ns = now_ns + (plan->peaks_cost_ns - affordable_ns) * COST_SHARE;
  return false;
}
