/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parts of the C library's heap that no block has, as far as its own notes tell, in a program of whose blocks not all
 * are known: old contents, and pointers between such parts, some of which lead to the ends of blocks before them. */
#ifndef SEEP_NATIVE_UNUSED_HEAP_H
#define SEEP_NATIVE_UNUSED_HEAP_H

#include <stdint.h>

/* While all threads stand still. What is not as glibc has it is not shown. */
void unused_heap_visit(void (*visit)(uint64_t start, uint64_t end));

#endif
