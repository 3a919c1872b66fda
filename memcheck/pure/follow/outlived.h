/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Words that went while others pointed to their block still. A block does not belong to a word that others like it lose
 * and live on: an index, an old word of a pool, a copy in a function at work. So losses of words are counted by kind,
 * which the caller makes of what they have in common, and of each block the losses are kept that may have been its
 * owner's: those of the words that were stored last.
 *
 * A block that is lost in the end has outlived nothing: whoever asks takes its losses back before, and puts them back
 * afterwards. */
#ifndef SEEP_MEMCHECK_PURE_FOLLOW_OUTLIVED_H
#define SEEP_MEMCHECK_PURE_FOLLOW_OUTLIVED_H

#include <stdbool.h>
#include <stdint.h>

#include "memcheck/pure/follow/references.h"

enum { OUTLIVED_KEPT = 3 }; /* of a block */

struct outlived;

struct outlived *outlived_create(void);
void outlived_destroy(struct outlived *outlived);

/* The number of a kind, from 1. */
uint32_t outlived_kind(struct outlived *outlived, uint64_t key);

/* A block has outlived this loss; `kind` of the event is set. `may_be_owner`: it is kept. */
void outlived_note(struct outlived *outlived, followed_id id, const struct reference_event *event, bool may_be_owner);
/* Another block is followed by this id, or none. */
void outlived_forget(struct outlived *outlived, followed_id id);

/* The last one that was noted of a block: whoever lost that word had the pointer in a register still, so that nothing
 * was let go. */
void outlived_moved_on(struct outlived *outlived, followed_id id);

/* A loss that is kept, `number` from 0, in no order; NULL: there are no more. Valid until the next one is noted. */
const struct reference_event *outlived_of(const struct outlived *outlived, followed_id id, unsigned number);

/* How many blocks have outlived a loss of this kind; `change` is added to that. */
uint32_t outlived_count(const struct outlived *outlived, uint32_t kind);
void outlived_change(struct outlived *outlived, uint32_t kind, int change);

#endif
