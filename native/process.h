/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One process from its start to its end, as the functions in front of the C library's see it. */
#ifndef SEEP_NATIVE_PROCESS_H
#define SEEP_NATIVE_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

/* Are blocks noted? */
bool process_is_watched(void);

/* A signal handler made a block, or a fork, while the library was at work, which cannot be noted. */
void process_note_unseen(void);

/* Is this thread in the C library's allocation functions? */
bool process_is_in_allocator(void);

/* Memory out of which the C library cuts blocks. */
void process_note_arena(uint64_t start, uint64_t bytes);

/* Files may have come or gone. */
void process_look_at_code(void);

/* The mapping that holds an address; nothing changes if none does. */
void process_find_mapping(uint64_t address, uint64_t *ret_start, uint64_t *ret_end);

/* The checker's own descriptors: is this one? Another file is to have it. The last one up to `last` before one of
 * ours. */
bool process_has_descriptor(int fd);
void process_leave_descriptor(int fd);
unsigned process_descriptors_until(unsigned first, unsigned last);

/* From now on nothing is noted, and no check is made; the report says why. */
void process_stop_watching(const char *reason);

#endif
