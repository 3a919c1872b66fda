/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How often the heap is sampled.
 *
 * The fit of growth needs samples over the whole run; a long run must not fill the disk, and a short one should show
 * detail. So the time to the next sample grows with the time that has passed: 1/200 of it, but at least 20 ms. That
 * makes 200 samples in the first four seconds and some 140 for each doubling afterwards: 1,400 in an hour, 2,000 in a
 * day. Where much changes the intervals are longer, so that at most a million numbers are sent while the time grows
 * e-fold.
 *
 * Sampling takes no more than 1 % of the time, as the next sample waits for a hundred times the processor time of the
 * last one. If the one before it took less, that counts, as on a busy virtual machine a process is now and then charged
 * for time in which others ran. All samples together never take more than 2 %.
 *
 * The largest heap lies between samples. It is sampled when it is over, before the first free that follows, but only if
 * it is 1 % more than at the last such sample, so that a heap that rises in small waves is not sampled at each. These
 * samples have a budget of their own, 1 % of the time. */
#ifndef SEEP_MEMCHECK_PURE_BLOCKS_SAMPLE_PLAN_H
#define SEEP_MEMCHECK_PURE_BLOCKS_SAMPLE_PLAN_H

#include <stdbool.h>
#include <stdint.h>

struct sample_plan {
  uint64_t began_ns, due_ns; /* of the next sample */
  uint64_t last_cost_ns, cost_of_all_ns, peaks_cost_ns;
  uint64_t peak_bytes; /* a heap that shrinks is at a peak if it has more */
};

/* A stream begins: with so many bytes on the heap, of which no sample was taken yet. */
void sample_plan_begin(struct sample_plan *plan, uint64_t now_ns, uint64_t live_bytes);

/* A sample was taken, with so many sites. */
void sample_plan_note(struct sample_plan *plan, uint64_t now_ns, uint64_t cost_ns, uint64_t sites);

/* It was one of a peak. */
void sample_plan_note_peak(struct sample_plan *plan, uint64_t cost_ns, uint64_t live_bytes);

/* May a peak be sampled now? If not, *ret_ns is when. */
bool sample_plan_allows_peak(const struct sample_plan *plan, uint64_t now_ns, uint64_t *ret_ns);

#endif
