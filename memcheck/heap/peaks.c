/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/heap/peaks.h"

struct peak_plan peaks = PEAK_PLAN_OFF;

static void (*at_peak_function)(uint64_t live_bytes);

void peaks_watch(void (*at_peak)(uint64_t live_bytes))
{
  at_peak_function = at_peak;
  peak_plan_begin(&peaks);
}

void peaks_before_shrinking_near(uint64_t live_bytes, uint64_t gone_bytes)
{
  if (peak_plan_is_peak(&peaks, live_bytes, gone_bytes))
    at_peak_function(live_bytes);
}
