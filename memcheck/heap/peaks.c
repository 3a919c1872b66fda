/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/heap/peaks.h"

#include <stddef.h>

struct peaks peaks = {.floor_bytes = UINT64_MAX};

static void (*at_peak_function)(uint64_t live_bytes);

void peaks_watch(void (*at_peak)(uint64_t live_bytes))
{
  at_peak_function = at_peak;
  peaks = (struct peaks){.floor_bytes = at_peak ? 0 : UINT64_MAX};
}

bool peaks_are_watched(void)
{
  return at_peak_function != NULL;
}

void peaks_before_shrinking_near(uint64_t live_bytes, uint64_t gone_bytes)
{
  if (live_bytes > peaks.high_bytes) {
    peaks.high_bytes = live_bytes;
    peaks.floor_bytes = live_bytes - live_bytes / PEAKS_DROP_SHARE;
  }
  if (live_bytes - gone_bytes < peaks.floor_bytes && live_bytes > peaks.due_bytes)
    at_peak_function(live_bytes);
}
