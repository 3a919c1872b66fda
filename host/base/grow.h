/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Arrays that grow by doubling. */
#ifndef SEEP_BASE_GROW_H
#define SEEP_BASE_GROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/* True when `*array` has room for item number `count`; false without memory, and then nothing has changed. */
static inline bool grow(void **array, size_t count, size_t *capacity, size_t item_bytes)
{
  if (count < *capacity)
    return true;
  size_t wanted = *capacity ? *capacity * 2 : 16;
  void *bigger = reallocarray(*array, wanted, item_bytes);
  if (!bigger)
    return false;
  *array = bigger;
  *capacity = wanted;
  return true;
}

#endif
