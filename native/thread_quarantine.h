/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Small blocks that a thread has freed last: the C library gets them only when others have taken their places, so that
 * writing to them is noticed. What they hold stays as it is, for programs that read it against all rules; a copy tells
 * whether it has changed. */
#ifndef SEEP_NATIVE_THREAD_QUARANTINE_H
#define SEEP_NATIVE_THREAD_QUARANTINE_H

#include <stdbool.h>
#include <stdint.h>

#include "native/red_zones.h"

enum { QUARANTINE_BLOCKS = 128, QUARANTINE_BYTES = 256 /* of the largest block */ };

struct resting_block {
  uint64_t start;
  uint32_t bytes;
};

struct thread_quarantine {
  struct resting_block blocks[QUARANTINE_BLOCKS]; /* start 0: none */
  unsigned next;
  unsigned char copies[QUARANTINE_BLOCKS][QUARANTINE_BYTES];
};

/* A block that was freed, of QUARANTINE_BYTES at most: it comes in, and the one that came in first goes out, which is
 * returned; its start is 0 if there is none. *ret: where it has changed since then, if it has (bytes not 0). */
struct resting_block thread_quarantine_swap(struct thread_quarantine *quarantine, struct resting_block block,
                                            struct damage *ret);

/* The same of all blocks that are in there, each of which is shown if it has changed, when all threads stand still. */
void thread_quarantine_visit(const struct thread_quarantine *quarantine,
                             void (*visit)(void *context, const struct resting_block *block,
                                           const struct damage *damage),
                             void *context);

/* They stay where they are, and are never looked at again. */
void thread_quarantine_forget(struct thread_quarantine *quarantine);

/* What they hold now is what they shall hold. */
void thread_quarantine_renew(struct thread_quarantine *quarantine);

#endif
