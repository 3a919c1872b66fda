/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/pure/blocks/peak_plan.h"

enum {
  DROP_SHARE = 200,     /* a heap that shrinks by this part was at a peak */
  STEP_SHARE = 100,     /* what is larger by this part is another one */
  MUST_STEP_SHARE = 25, /* what is larger by that part is not left out, whatever it costs */
  COST_SHARE = 20,
};

void peak_plan_begin(struct peak_plan *plan)
{
  *plan = (struct peak_plan){0};
}

void peak_plan_end(struct peak_plan *plan)
{
  *plan = (struct peak_plan)PEAK_PLAN_OFF;
}

bool peak_plan_is_on(const struct peak_plan *plan)
{
  return plan->floor_bytes != UINT64_MAX;
}

bool peak_plan_is_peak(struct peak_plan *plan, uint64_t live_bytes, uint64_t gone_bytes)
{
  if (live_bytes > plan->high_bytes) {
    plan->high_bytes = live_bytes;
    plan->floor_bytes = live_bytes - live_bytes / DROP_SHARE;
  }
  return live_bytes - gone_bytes < plan->floor_bytes && live_bytes > plan->due_bytes;
}

bool peak_plan_is_worth(const struct peak_plan *plan, uint64_t live_bytes, uint64_t elapsed_ns, bool is_costly)
{
  return live_bytes > plan->taken_bytes + plan->taken_bytes / MUST_STEP_SHARE ||
         (!is_costly && plan->cost_ns <= elapsed_ns / COST_SHARE);
}

void peak_plan_take(struct peak_plan *plan, uint64_t live_bytes)
{
  plan->taken_bytes = live_bytes;
  plan->due_bytes = live_bytes + live_bytes / STEP_SHARE;
}
