/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Snapshots every so many seconds, allocations or bytes allocated, over runs of any length: which are due, and which
 * earlier ones have to go.
 *
 * At most SNAPSHOTS_KEPT_MAX are kept. When there are that many, every second one is removed, and from then on periods
 * are twice as long: so those that are kept are spread evenly over the run. */
#ifndef SEEP_MEMCHECK_PURE_SNAPSHOT_SNAPSHOT_PERIODS_H
#define SEEP_MEMCHECK_PURE_SNAPSHOT_SNAPSHOT_PERIODS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SNAPSHOT_PERIODS_MAX = 8, SNAPSHOTS_KEPT_MAX = 20 };

enum snapshot_clock { SNAPSHOT_NANOSECONDS, SNAPSHOT_ALLOCATIONS, SNAPSHOT_BYTES, SNAPSHOT_CLOCKS };

struct snapshot_periods {
  struct {
    enum snapshot_clock clock;
    uint64_t every, next;
  } at[SNAPSHOT_PERIODS_MAX];
  size_t count;
  uint64_t kept[SNAPSHOTS_KEPT_MAX]; /* ids, ascending */
  size_t kept_count;
};

/* "10s", "100000a", "50M" (K, M, G: bytes in units of 1024). False: it is none of these. */
bool snapshot_period_parse(const char *text, enum snapshot_clock *ret_clock, uint64_t *ret_every);

/* Every so much of a clock; what is beyond SNAPSHOT_PERIODS_MAX is ignored. */
void snapshot_periods_add(struct snapshot_periods *periods, enum snapshot_clock clock, uint64_t every);

/* Is one due by this clock? If so it counts as taken, and the next one is due a period from now, even if several were
 * missed. */
bool snapshot_periods_due(struct snapshot_periods *periods, enum snapshot_clock clock, uint64_t now);

/* Before one is taken: which earlier ones have to go? Stores their ids, of which there may be SNAPSHOTS_KEPT_MAX;
 * returns how many they are. */
size_t snapshot_periods_thin(struct snapshot_periods *periods, uint64_t *ret_ids);

/* One was taken. */
void snapshot_periods_keep(struct snapshot_periods *periods, uint64_t id);

/* Periods are twice as long from now on. */
void snapshot_periods_double(struct snapshot_periods *periods);

/* Begin anew in a forked child, which has taken none. */
void snapshot_periods_forget(struct snapshot_periods *periods);

#endif
