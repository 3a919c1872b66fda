/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --explain: counts of references in blocks that were lost. */
#ifndef SEEP_MEMCHECK_LEAK_LOST_COUNTS_H
#define SEEP_MEMCHECK_LEAK_LOST_COUNTS_H

#include <stdint.h>

#include "memcheck/pure/follow/references.h"

/* A number that is the same for blocks of which the same is to be told; 0: nothing is. */
uint64_t lost_counts_key(followed_id id);

/* After the LOST with this number, which is about such blocks: LOST_COUNT of one of them. */
void lost_counts_send(uint64_t check_id, uint64_t lost_id, followed_id id);

#endif
