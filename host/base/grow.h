/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Arrays that grow by doubling. */
#ifndef SEEP_HOST_BASE_GROW_H
#define SEEP_HOST_BASE_GROW_H

#include <stddef.h>

#include "host/base/memory.h"

/* See to it that `*array` has room for item number `count`. */
static inline void grow(void **array, size_t count, size_t *capacity, size_t item_bytes)
{
  if (count < *capacity)
    return;
  *capacity = *capacity ? *capacity * 2 : 16;
  *array = memory_resize(*array, *capacity, item_bytes);
}

/* The address of one more item, which is the caller's to fill: *NEW_ITEM(list->items, list->count, list->capacity) = 7.
 */
#define NEW_ITEM(items, count, capacity) \
  (grow((void **)&(items), (count), &(capacity), sizeof *(items)), &(items)[(count)++])

#endif
