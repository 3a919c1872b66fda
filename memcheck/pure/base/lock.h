/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A lock between workers (env_run_workers()), held for a short time: who finds it taken sleeps. All zeros is free. The
 * three states are those of the second mutex in Ulrich Drepper's "Futexes Are Tricky". */
#ifndef SEEP_MEMCHECK_PURE_BASE_LOCK_H
#define SEEP_MEMCHECK_PURE_BASE_LOCK_H

#include <stdatomic.h>
#include <stdint.h>

#include "memcheck/pure/base/env.h"

enum lock_state { LOCK_FREE, LOCK_HELD, LOCK_WANTED };

struct lock {
  _Atomic uint32_t state; /* enum lock_state; WANTED: held, and somebody may be asleep */
};

/* Waits until the lock is free; a worker that has it must not take it again. */
static inline void lock_take(struct lock *lock)
{
  uint32_t expected = LOCK_FREE;
  if (atomic_compare_exchange_strong(&lock->state, &expected, LOCK_HELD))
    return;
  while (atomic_exchange(&lock->state, LOCK_WANTED) != LOCK_FREE)
    env_sleep_while(&lock->state, LOCK_WANTED);
}

static inline void lock_release(struct lock *lock)
{
  if (atomic_exchange(&lock->state, LOCK_FREE) == LOCK_WANTED)
    env_wake_all(&lock->state);
}

#endif
