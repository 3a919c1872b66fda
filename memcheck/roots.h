/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the leak scan starts: registers of all threads, live parts of their stacks, thread-local storage, and every other
 * mapping of the guest that it can read and may have written. */
#ifndef SEEP_MEMCHECK_ROOTS_H
#define SEEP_MEMCHECK_ROOTS_H

#include <stddef.h>

#include "memcheck/leak.h"

/* Collect the roots as of now; release with roots_release(). */
void roots_collect(struct leak_root **ret_roots, size_t *ret_count);
void roots_release(struct leak_root *roots);

/* How the scan reads the guest. */
extern const struct leak_memory roots_memory;

#endif
