/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where threads have their copies of the modules' thread-local storage, with glibc. */
#ifndef SEEP_NATIVE_THREAD_STORAGE_H
#define SEEP_NATIVE_THREAD_STORAGE_H

#include <stddef.h>
#include <stdint.h>

#include "memcheck/pure/leak/leak_scan.h"

enum { THREAD_STORAGE_MODULES_MAX = 4096 };

/* Where a thread's copies begin, by the module's number, of which the first is 1; 0: there is none yet. Returns how
 * many are known, up to the last one that is there. */
size_t thread_storage_blocks(const struct leak_memory *memory, uint64_t thread_pointer,
                             uint64_t ret[THREAD_STORAGE_MODULES_MAX]);

/* Find out which module this library is. */
void thread_storage_begin(void);

/* Leave it out of such a list; returns how many there are then. */
size_t thread_storage_of_program(uint64_t *blocks, size_t count);

/* Where those begin that lie together in front of the thread's control block. */
uint64_t thread_storage_start(const struct leak_memory *memory, uint64_t thread_pointer);

#endif
