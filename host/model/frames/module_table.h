/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which file lay where and when in a process: the module table with its history. */
#ifndef SEEP_HOST_MODEL_FRAMES_MODULE_TABLE_H
#define SEEP_HOST_MODEL_FRAMES_MODULE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "shared/record/record.h"
#include "host/symbols/symbols.h"

/* A file mapped with execute permission, or memory for code that the program makes, from epoch_start until
 * epoch_end. */
struct mapping {
  uint64_t id;
  uint64_t start, end;
  uint64_t file_offset;
  uint64_t epoch_start, epoch_end;
  struct symbols_module file; /* its strings belong to the mapping, or to the one of which it is a part */
  const char *maker; /* of such code: the file that makes it, while file.path says so in words; NULL: it is a file.
                      * Owned likewise */
  bool is_part;
};

struct module_table;

void module_table_create(struct module_table **ret);
void module_table_destroy(struct module_table *modules);

/* Take a frame; an error says what is wrong with it. Where a new module covers an older one, the older one is gone. */
struct error *module_table_add(struct module_table *modules, const struct record_module *frame);
struct error *module_table_remove(struct module_table *modules, const struct record_unmap *frame);

/* Take the name of a function in code that was made. */
struct error *module_table_name(struct module_table *modules, const struct record_code_name *frame);

/* The name told last of what is at `address` now, and the same demangled, valid as long as the table; NULL: none. */
const char *module_table_name_at(const struct module_table *modules, uint64_t address, const char **ret_function);

/* The mapping that covered `address` in `epoch`, valid as long as the table; NULL: none. */
const struct mapping *module_table_find(const struct module_table *modules, uint64_t epoch, uint64_t address);

/* That of the last change; 0: there was none. */
uint64_t module_table_epoch(const struct module_table *modules);

/* All that were there in `epoch`, in the order they came; a malloc'ed array. */
const struct mapping **module_table_list(const struct module_table *modules, uint64_t epoch, size_t *ret_count);

#endif
