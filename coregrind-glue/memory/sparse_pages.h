/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the handler of faults does for env_map_sparse(). */
#ifndef SEEP_COREGRIND_GLUE_MEMORY_SPARSE_PAGES_H
#define SEEP_COREGRIND_GLUE_MEMORY_SPARSE_PAGES_H

#include <stdbool.h>
#include <stdint.h>

/* Have tables present at once, for want of a handler. */
void sparse_pages_be_whole(void);

/* Make what lies around an address in such a table present; false: it lies in none. */
bool sparse_pages_resolve_fault(uint64_t address);

#endif
