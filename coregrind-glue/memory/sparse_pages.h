/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the fault handler does for env_map_sparse(). */
#ifndef SEEP_COREGRIND_GLUE_MEMORY_SPARSE_PAGES_H
#define SEEP_COREGRIND_GLUE_MEMORY_SPARSE_PAGES_H

#include <stdbool.h>
#include <stdint.h>

/* There is no fault handler: map tables as a whole from now on. */
void sparse_pages_be_whole(void);

/* Map the piece of a table in which this address lies; false: it lies in none. */
bool sparse_pages_resolve_fault(uint64_t address);

#endif
