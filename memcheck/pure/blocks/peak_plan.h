/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When a snapshot is taken so that the last one has the heap at its peak (--snapshot=peak): at the first free after the
 * heap has exceeded the last one. It replaces the one before.
 *
 * A heap that rises also shrinks a little at every free. So a peak is noticed when the heap is about to have 0.5 % less
 * than at its largest: no later, even if a single block makes the difference.
 *
 * The snapshot is within 1 % of the true peak as long as all of them take less than 5 % of the time, else within 5 %: a
 * heap that rises in many waves is not written again for each of them. */
#ifndef SEEP_MEMCHECK_PURE_BLOCKS_PEAK_PLAN_H
#define SEEP_MEMCHECK_PURE_BLOCKS_PEAK_PLAN_H

#include <stdbool.h>
#include <stdint.h>

struct peak_plan {
  uint64_t high_bytes;  /* the largest heap before a block went */
  uint64_t floor_bytes; /* less a half percent; UINT64_MAX: nobody watches */
  uint64_t due_bytes;   /* lower peaks are not told */
  uint64_t taken_bytes; /* by the last one, written or not yet */
  uint64_t cost_ns;     /* of all of them */
};

/* While nobody watches. */
#define PEAK_PLAN_OFF {.floor_bytes = UINT64_MAX}

/* Nothing was taken yet. */
void peak_plan_begin(struct peak_plan *plan);

/* Nobody watches from now on. */
void peak_plan_end(struct peak_plan *plan);
bool peak_plan_is_on(const struct peak_plan *plan);

/* The heap is about to shrink by so much; it is no lower than the floor. Is that a peak? */
bool peak_plan_is_peak(struct peak_plan *plan, uint64_t live_bytes, uint64_t gone_bytes);

/* At a peak, when the run has taken so long: is it worth its cost? `is_costly`: it would have to wait as well. */
bool peak_plan_is_worth(const struct peak_plan *plan, uint64_t live_bytes, uint64_t elapsed_ns, bool is_costly);

/* One is being taken; lower ones are not told any more. */
void peak_plan_take(struct peak_plan *plan, uint64_t live_bytes);

#endif
