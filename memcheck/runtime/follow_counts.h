/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --explain: the words of followed blocks that may be counts of references (counts.h) are watched.
 *
 * A watched word counts as undefined, as pointers to followed blocks do (followed_pointers.h), so that all engines tell
 * of what is stored there, and it is marked again each time. What was never stored yet is undefined anyway: there only
 * the mark is new, one of its own, as it must not count as defined when leaks are searched for. */
#ifndef SEEP_MEMCHECK_RUNTIME_FOLLOW_COUNTS_H
#define SEEP_MEMCHECK_RUNTIME_FOLLOW_COUNTS_H

#include "memcheck/pure/blocks/blocks.h"
#include "memcheck/pure/follow/counts.h"

#include "pub_tool_basics.h"

/* `references`: of the blocks that are followed. */
void follow_counts_begin(struct references *references);

/* A block is followed; it is freed. */
void follow_counts_made(followed_id id, uint32_t stack);
void follow_counts_ended(followed_id id);

/* Bytes of a followed block were stored, or made defined: marks are set where words are watched. */
void follow_counts_stored(followed_id id, Addr start, SizeT bytes);
/* Is a word of the block watched that begins in this range? */
Bool follow_counts_watch(followed_id id, Addr start, SizeT bytes);

/* As in counts.h. */
void follow_counts_held(followed_id id, Addr word);
void follow_counts_dropped(followed_id id, Addr word, Bool is_with_holder);
void follow_counts_moved(followed_id id, Addr from, Addr to);

/* After a leak check: marks all watched words again. */
void follow_counts_show(void);

/* Release it. */
Bool follow_counts_tell(followed_id id, struct count_facts *ret);

#endif
