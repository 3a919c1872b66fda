/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where words lie that are followed, as far as that cannot be found out later: in which frame of a stack, and near
 * which thread-local storage. A frame is that of the moment at which the word is stored: then it is a variable of that
 * function, and in scope. */
#ifndef SEEP_MEMCHECK_RUNTIME_FOLLOW_PLACES_H
#define SEEP_MEMCHECK_RUNTIME_FOLLOW_PLACES_H

#include "memcheck/pure/blocks/blocks.h"
#include "memcheck/pure/follow/references.h"

#include "pub_tool_basics.h"

/* Once there are blocks. `around`: the innermost live block around an address; 0: there is none. */
void follow_places_begin(block_id (*around)(uint64_t address));

/* The number of a place that is kept until it is forgotten; 0: there is nothing to keep. */
uint32_t follow_places_note(Addr word, ThreadId tid);
void follow_places_forget(uint32_t number);
/* Is it a word of a stack's frame? */
Bool follow_places_is_in_frame(uint32_t number);
/* Where a word lies, for which this number was given: with the block around it, as it is now. */
struct reference_place follow_places_find(uint32_t number, Addr word);
/* That a word points to a block, as an event. */
struct reference_event follow_places_held(const struct reference *reference);

/* May a word there be a block's owner? A function's variables are its own copies, but for one that another function has
 * set for it. */
Bool follow_places_may_own(uint32_t place);

/* Is it a copy of a register, rather than a pointer of the program's? Functions save registers, which may hold
 * anything: by a push; in the loader, where it resolves a symbol; in frames of the C library and of the functions that
 * replace some of its, for arguments that are not named. `place`: of the word, which the running thread has just
 * stored. */
Bool follow_places_is_copy(Addr word, uint32_t place, ThreadId tid);

#endif
