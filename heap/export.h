/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Formats in which other programs' viewers read a heap: each is one function over struct heap and one line in
 * exports.def. */
#ifndef SEEP_HEAP_EXPORT_H
#define SEEP_HEAP_EXPORT_H

#include <stdio.h>

#include "base/error.h"
#include "heap/heap.h"

struct export_request {
  uint32_t around; /* block whose surroundings are asked for (DOT, GML); HEAP_NO_BLOCK: the largest retainers */
};

struct export {
  const char *name, *help;
  struct error *(*write)(const struct heap *heap, const struct export_request *request, FILE *output);
};

/* NULL: there is no such one. export_find(NULL) is the first of all; an export without name ends them. */
const struct export *export_find(const char *name);

#endif
