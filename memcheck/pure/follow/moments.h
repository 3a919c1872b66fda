/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What names a followed block, and a moment in its life, in another run of the program as well: addresses and ids may
 * be others there. Blocks are counted by the threads that make them, since threads may take turns differently. */
#ifndef SEEP_MEMCHECK_PURE_FOLLOW_MOMENTS_H
#define SEEP_MEMCHECK_PURE_FOLLOW_MOMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "memcheck/pure/follow/references.h"

struct moment {
  uint32_t thread, number; /* this is the block that the thread made as its `number`th, from 1 */
  uint32_t events;         /* so many pointers have gone each of which might have been the last one */
  uint32_t exits;          /* since the last of them so many frames were left that had one in a register */
};

struct moments;

struct moments *moments_create(void);
void moments_destroy(struct moments *moments);

/* From "thread.number.events.exits,...": false: the text is none. Before any block is made. */
bool moments_want(struct moments *moments, const char *text);

/* The thread has made a block, whose id may have been another one's before. */
void moments_made(struct moments *moments, followed_id id, uint32_t thread);

/* An event of the block, and the exit of a frame: true: this is a moment that is wanted. */
bool moments_event(struct moments *moments, followed_id id);
bool moments_exit(struct moments *moments, followed_id id);

/* Where the block is now; number 0: it is not known. */
struct moment moments_of(const struct moments *moments, followed_id id);

#endif
