/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The C library's own functions for memory. A library that replaces malloc() (tcmalloc) may bring __libc_malloc() and
 * its like as well, so the linker's names may lead to that; blocks must be the C library's all the same, as the checker
 * knows where these lie and what is around them. */
#ifndef SEEP_NATIVE_LIBC_HEAP_H
#define SEEP_NATIVE_LIBC_HEAP_H

#include <stddef.h>

struct libc_heap {
  void *(*malloc)(size_t bytes);
  void *(*calloc)(size_t count, size_t bytes);
  void *(*realloc)(void *block, size_t bytes);
  void *(*memalign)(size_t alignment, size_t bytes);
  void (*free)(void *block);
};

/* Each is found at the first use of any. */
extern struct libc_heap libc_heap __attribute__((visibility("hidden")));

/* Find them now. */
void libc_heap_find(void);

/* Any function of the C library; NULL: it has none of that name. */
void *libc_heap_function(const char *name);

#endif
