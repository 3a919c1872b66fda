/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sorting where there is no libc: in place, without recursion. */
#ifndef SEEP_MEMCHECK_PURE_BASE_HEAPSORT_H
#define SEEP_MEMCHECK_PURE_BASE_HEAPSORT_H

#include <stdbool.h>
#include <stddef.h>

enum { HEAPSORT_ITEM_MAX_BYTES = 128 };

/* Sort `count` items of `item_bytes` each; is_before() is a strict order. Equal items may change places. */
void heapsort_items(void *items, size_t count, size_t item_bytes,
                    bool (*is_before)(const void *a, const void *b, const void *context), const void *context);

#endif
