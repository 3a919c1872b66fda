/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Forks: the child has a stream of its own, and blocks that are older than it are its parent's to report. */
#ifndef SEEP_NATIVE_FORKS_H
#define SEEP_NATIVE_FORKS_H

#include <stdint.h>

/* From now on forks of this process are followed. */
void forks_begin(void);

/* Say how many children are not watched because the library came into a running program. */
void forks_tell_unwatched(void);

/* How many there were between the first process and this one, and the one that made the block with this number. */
unsigned forks_generation(void);
unsigned forks_generation_at(uint64_t birth);

/* Numbers of allocations from here on belong to this thread, `count` of them. */
uint64_t forks_take_births(unsigned count);
uint64_t forks_births(void); /* so far */

/* The pid of the process that forked this one; 0: none did. */
uint64_t forks_parent(void);

#endif
