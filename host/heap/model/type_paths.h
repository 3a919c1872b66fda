/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From a byte of a value to the member or element that it is in, along a list of types (symbols_variable_types()). */
#ifndef SEEP_HOST_HEAP_MODEL_TYPE_PATHS_H
#define SEEP_HOST_HEAP_MODEL_TYPE_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/symbols/symbols.h"

enum { TYPE_PATH_BYTES = 512 };

struct type_list {
  const struct symbols_type *items;
  size_t count;
};

/* ".cache.entries[3].next": what begins at that byte of the type, and is no part of a larger value that is not known.
 * Returns its type; SYMBOLS_NO_TYPE, and no text: that is not known, or not clear, as in a union. */
uint32_t type_path(struct type_list types, uint32_t type, uint64_t offset, char ret[TYPE_PATH_BYTES]);

/* Can a pointer, or a number as large as one, stand at that byte? */
bool type_may_point(struct type_list types, uint32_t type, uint64_t offset);

/* Does it point at itself, or have virtual functions? Then a block of several times its size need not be an array: it
 * may be a larger structure that begins with one. */
bool type_may_be_embedded(struct type_list types, uint32_t type);

/* Does it end in an array whose length only the block's size tells? */
bool type_is_open(struct type_list types, uint32_t type);

#endif
