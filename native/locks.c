/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/locks.h"

#include "memcheck/pure/base/lock.h"

static struct lock locks[LOCK_IDS];

void locks_take(enum lock_id id)
{
  lock_take(&locks[id]);
}

void locks_release(enum lock_id id)
{
  lock_release(&locks[id]);
}

void locks_take_all(void)
{
  for (unsigned id = 0; id < LOCK_IDS; id++)
    lock_take(&locks[id]);
}

void locks_release_all(void)
{
  for (unsigned id = LOCK_IDS; id-- > 0;)
    lock_release(&locks[id]);
}
