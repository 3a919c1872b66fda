/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The process while all its threads stand still: what is known of it is that of one moment. */
#ifndef SEEP_NATIVE_STANDSTILL_H
#define SEEP_NATIVE_STANDSTILL_H

#include <stdbool.h>
#include <stdint.h>

#include "memcheck/pure/blocks/blocks.h"
#include "native/watched_thread.h"

struct standstill {
  uint64_t began_ns;
  unsigned moving;       /* so many threads do not stand still */
  bool has_roots;        /* the mappings could be read: memory_view.h is valid */
  struct blocks *blocks; /* NULL: nobody has asked for them (standstill_blocks()) */
};

/* Have the running thread, which is not inside and has none already, be the one that may begin one, with all signals
 * blocked. Returns which were before. */
uint64_t standstill_claim(void);
void standstill_give_back(uint64_t mask);

/* `own`: the running thread, which is inside. `own_sp`: its stack pointer, below which nothing counts, nor do its
 * registers; 0: both are as the thread has them. */
void standstill_begin(struct standstill *still, struct watched_thread *own, uint64_t own_sp);

/* The blocks that live. */
struct blocks *standstill_blocks(struct standstill *still);

/* Tell what is missing in it, if anything is. */
void standstill_tell(const struct standstill *still);

/* What is known is forgotten. The threads stand still until watched_threads_go_on(). */
void standstill_end(struct standstill *still);

#endif
