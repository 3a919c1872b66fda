/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where words lie that point to followed blocks, as far as that cannot be found out later: in which frame of a stack, and near which
 * thread-local storage. A frame is that of the moment at which the pointer is stored: then it is a variable of that function, and in
 * scope. */
#ifndef SEEP_MEMCHECK_RUNTIME_FOLLOW_PLACES_H
#define SEEP_MEMCHECK_RUNTIME_FOLLOW_PLACES_H

#include "memcheck/follow/references.h"

#include "pub_tool_basics.h"

/* The number of a place that is kept until it is forgotten; 0: there is nothing to keep. `is_in_block`: it lies in a block of the heap. */
uint32_t follow_places_note(Addr word, ThreadId tid, Bool is_in_block);
void follow_places_forget(uint32_t number);
/* Valid until the next one is noted; NULL for number 0. */
const struct reference_place *follow_places_at(uint32_t number);

/* Is it a copy of a register, rather than a pointer of the program's? Functions save registers, which may hold anything: by a push; in
 * the loader, where it resolves a symbol; in frames of the C library, for arguments that are not named. `place`: of the word, which
 * the running thread has just stored. */
Bool follow_places_is_copy(Addr word, uint32_t place, ThreadId tid);

#endif
