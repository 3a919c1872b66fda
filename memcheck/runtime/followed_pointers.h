/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --explain: pointers to the blocks it means are followed from word to word, so that it can be told how the last one
 * went.
 *
 * A pointer to a followed block counts as undefined, with a tag of its own. So all that undefined data does is done for
 * it: V bits go along as it is copied through registers and memory, direct and speculative code are left where one is
 * loaded or overwritten, and no stack is given up unnoticed that has one. In exchange nothing is said of undefined
 * values. What a word points to is its value: an aligned word counts if that is an address in a followed block, as it
 * does for the leak check. */
#ifndef SEEP_MEMCHECK_RUNTIME_FOLLOWED_POINTERS_H
#define SEEP_MEMCHECK_RUNTIME_FOLLOWED_POINTERS_H

#include "memcheck/pure/blocks/blocks.h"
#include "memcheck/pure/follow/outlived.h"
#include "memcheck/pure/follow/references.h"
#include "memcheck/pure/stacks/stacks.h"
#include "shared/record/record.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_basics.h"

/* Is anything to be followed? Known once options are. */
extern Bool follow_is_on;

/* Once there is a shadow. `around`: the innermost live block around an address, 0: there is none; `freed_around`: the
 * same of blocks that are freed; `retire`: as for try_fix_begin(). */
void follow_begin(block_id (*around)(uint64_t address), block_id (*freed_around)(uint64_t address),
                  Bool (*retire)(block_id block, stack_id stack));

/* --- blocks --- */

/* A block was made, and has its stack. */
void follow_block_made(block_id id);
/* The same for one that the program has told of itself; the registers of the thread are all in the guest state. */
void follow_custom_block_made(ThreadId tid, block_id id);
/* It is freed, or has another size now. */
void follow_block_ended(block_id id);
void follow_block_resized(block_id id);
/* Is it a pointer to a followed block? */
Bool follow_means(ULong value);
/* A register, so many bytes from the start of the guest state, holds one. */
void follow_register(ThreadId tid, PtrdiffT offset);
/* `value` is the result of a helper that leaves a shade (engine.h): undefined if it is such a pointer. */
void follow_left(VexGuestAMD64State *state, ULong value);

/* --- memory; where nothing is followed there is nothing to do, and these return at once --- */

/* The program has stored there. */
void follow_stored(Addr address, ULong bytes);
/* What lies there was defined as a whole, along with V bits; what was there before is lost already. */
void follow_note_defined(Addr start, SizeT bytes);
static inline void follow_defined(Addr start, SizeT bytes)
{
  if (follow_is_on)
    follow_note_defined(start, bytes);
}
/* What lay there is gone; `cause`: enum record_lost_cause. If it was overwritten, that was done. */
void follow_note_lost(Addr start, SizeT bytes, unsigned cause);
static inline void follow_lost(Addr start, SizeT bytes, unsigned cause)
{
  if (follow_is_on)
    follow_note_lost(start, bytes, cause);
}
/* It was copied there, along with V bits. */
void follow_copied(Addr to, Addr from, SizeT bytes);
/* What lies at `from` will lie at `to`, and nowhere else. */
void follow_moved(Addr to, Addr from, SizeT bytes);

/* --- the leak check --- */

/* What is followed becomes defined, as it is, also what was computed of it; and words that point to followed blocks
 * undefined again. */
void follow_hide(void);
void follow_show(void);

/* Valid until the program goes on. */
struct references *follow_references(void);
struct outlived *follow_outlived(void);
/* 0: it is not followed. */
followed_id follow_of_block(block_id id);
/* Forgets words that do not point to their blocks any more, though nobody has seen that; is done before a leak
 * check. */
void follow_settle(void);

#endif
