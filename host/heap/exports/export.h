/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Formats in which other programs' viewers read a heap: each is one function over struct heap and one line in
 * exports.def. */
#ifndef SEEP_HOST_HEAP_EXPORTS_EXPORT_H
#define SEEP_HOST_HEAP_EXPORTS_EXPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "host/base/error.h"
#include "host/heap/model/heap.h"

struct export_request {
  uint32_t around; /* block whose surroundings are asked for (DOT, GML); HEAP_NO_BLOCK: the largest retainers */
};

/* Whether all could be written is for the caller to see; export_write() does. */
typedef struct error *export_function(const struct heap *heap, const struct export_request *request, FILE *output);

#define EXPORT(id, name, kind, help) export_function export_##id;
#include "host/heap/exports/exports.def"
#undef EXPORT

struct export {
  const char *name, *help;
  export_function *write;
  bool is_lines; /* text, for people as well */
};

/* NULL: there is no such one. export_find(NULL) is the first of all; an export without name ends them. */
const struct export *export_find(const char *name);

/* Write to a file; NULL: standard output. Says when not all could be written; a file is then left as it was. */
struct error *export_write(const struct export *export, const struct heap *heap, const struct export_request *request,
                           const char *file);

#endif
