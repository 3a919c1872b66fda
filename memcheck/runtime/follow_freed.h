/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An error at a followed block that is freed: which words still point there. */
#ifndef SEEP_MEMCHECK_RUNTIME_FOLLOW_FREED_H
#define SEEP_MEMCHECK_RUNTIME_FOLLOW_FREED_H

#include "memcheck/pure/follow/references.h"

/* Sends the words that point to this block, those first that somebody should have cleared. Returns the number of the
 * trail; 0: there are none. */
uint64_t follow_freed_send(struct references *references, followed_id freed);

#endif
