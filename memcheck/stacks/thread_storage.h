/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where threads have their copies of the modules' thread-local storage, with glibc. */
#ifndef SEEP_MEMCHECK_STACKS_THREAD_STORAGE_H
#define SEEP_MEMCHECK_STACKS_THREAD_STORAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pub_tool_basics.h"

enum { THREAD_STORAGE_MODULES_MAX = 4096 }; /* of those with thread-local storage */

/* Where a thread's copies begin, by the module's number, of which the first is 1; 0: there is none yet. Returns how
 * many are known, up to the last one that is there. */
size_t thread_storage_blocks(uint64_t thread_pointer, uint64_t ret[THREAD_STORAGE_MODULES_MAX]);

/* The copy, of any live thread, with the highest start up to an address. Its size is known from the module's file
 * only. */
struct thread_storage_place {
  ThreadId tid;
  uint64_t module, offset;
};
bool thread_storage_find(uint64_t address, struct thread_storage_place *ret);

#endif
