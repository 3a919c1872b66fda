/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What allocates by itself in a program, under names of its own (jemalloc, Go's heap), so that functions in front of
 * malloc() see none of its blocks. */
#ifndef SEEP_HOST_LAUNCHER_PREPARE_OWN_ALLOCATORS_H
#define SEEP_HOST_LAUNCHER_PREPARE_OWN_ALLOCATORS_H

/* What the program's allocator is called; NULL: it has none that is known. */
const char *own_allocator_of(const char *path);

#endif
