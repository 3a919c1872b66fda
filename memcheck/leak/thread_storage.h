/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where threads have their copies of modules' thread-local storage, as glibc keeps them. */
#ifndef SEEP_MEMCHECK_LEAK_THREAD_STORAGE_H
#define SEEP_MEMCHECK_LEAK_THREAD_STORAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pub_tool_basics.h"

enum { THREAD_STORAGE_MODULES_MAX = 4096 }; /* of those with thread-local storage */

/* Put where they begin, by the number of the module from 1 on; 0: there is none yet. Returns how many, without those at the
 * end. */
size_t thread_storage_blocks(uint64_t thread_pointer, uint64_t ret[THREAD_STORAGE_MODULES_MAX]);

/* The copy that begins last at or before an address, of all live threads'. How large it is only the module's file tells. */
struct thread_storage_place {
  ThreadId tid;
  uint64_t module, offset;
};
bool thread_storage_find(uint64_t address, struct thread_storage_place *ret);

#endif
