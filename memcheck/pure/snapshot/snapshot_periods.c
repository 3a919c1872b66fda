/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/pure/snapshot/snapshot_periods.h"

#include "memcheck/pure/base/env.h"

static const struct {
  char letter;
  enum snapshot_clock clock;
  uint64_t unit;
} units[] = {
  {'s', SNAPSHOT_NANOSECONDS, 1000000000},
  {'a', SNAPSHOT_ALLOCATIONS, 1},
  {'K', SNAPSHOT_BYTES, UINT64_C(1) << 10},
  {'M', SNAPSHOT_BYTES, UINT64_C(1) << 20},
  {'G', SNAPSHOT_BYTES, UINT64_C(1) << 30},
};

enum { DIGITS_MAX = 9 };

bool snapshot_period_parse(const char *text, enum snapshot_clock *ret_clock, uint64_t *ret_every)
{
  uint64_t number = 0;
  unsigned digits = 0;
  for (; *text >= '0' && *text <= '9' && digits <= DIGITS_MAX; text++, digits++)
    number = number * 10 + (uint64_t)(*text - '0');
  if (digits > DIGITS_MAX || number == 0)
    return false;
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
    if (text[0] != units[i].letter || text[1] != '\0')
      continue;
    *ret_clock = units[i].clock;
    *ret_every = number * units[i].unit;
    return true;
  }
  return false;
}

void snapshot_periods_add(struct snapshot_periods *periods, enum snapshot_clock clock, uint64_t every)
{
  if (periods->count == SNAPSHOT_PERIODS_MAX)
    return;
  periods->at[periods->count].clock = clock;
  periods->at[periods->count].every = every;
  periods->at[periods->count++].next = every;
}

bool snapshot_periods_due(struct snapshot_periods *periods, enum snapshot_clock clock, uint64_t now)
{
  bool is_due = false;
  for (size_t i = 0; i < periods->count; i++) {
    if (periods->at[i].clock != clock || now < periods->at[i].next)
      continue;
    periods->at[i].next = now + periods->at[i].every;
    is_due = true;
  }
  return is_due;
}

void snapshot_periods_double(struct snapshot_periods *periods)
{
  for (size_t i = 0; i < periods->count; i++) {
    periods->at[i].next += periods->at[i].every;
    periods->at[i].every *= 2;
  }
}

size_t snapshot_periods_thin(struct snapshot_periods *periods, uint64_t *ret_ids)
{
  size_t kept = 0, gone = 0;
  if (periods->kept_count < SNAPSHOTS_KEPT_MAX)
    return 0;
  for (size_t i = 0; i < periods->kept_count; i++) {
    if (i % 2 == 0)
      periods->kept[kept++] = periods->kept[i];
    else
      ret_ids[gone++] = periods->kept[i];
  }
  periods->kept_count = kept;
  snapshot_periods_double(periods);
  return gone;
}

void snapshot_periods_keep(struct snapshot_periods *periods, uint64_t id)
{
  ENV_ASSERT(periods->kept_count < SNAPSHOTS_KEPT_MAX);
  periods->kept[periods->kept_count++] = id;
}

void snapshot_periods_forget(struct snapshot_periods *periods)
{
  periods->kept_count = 0;
}
