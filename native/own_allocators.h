/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Allocators that are a part of the program and have names of their own, so that nothing of them is seen. */
#ifndef SEEP_NATIVE_OWN_ALLOCATORS_H
#define SEEP_NATIVE_OWN_ALLOCATORS_H

/* What the program's file has; NULL: none that is known. */
const char *own_allocator_find(void);

#endif
