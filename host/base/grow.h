/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Arrays that grow by doubling. */
#ifndef SEEP_HOST_BASE_GROW_H
#define SEEP_HOST_BASE_GROW_H

#include <stdbool.h>
#include <stddef.h>

#include "host/base/memory.h"

/* See to it that `*array` has room for item number `count`. Always true. */
static inline void grow(void **array, size_t count, size_t *capacity, size_t item_bytes)
{
  if (count < *capacity)
    return;
  *capacity = *capacity ? *capacity * 2 : 16;
  *array = memory_resize(*array, *capacity, item_bytes);
}

#endif
