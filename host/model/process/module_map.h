/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the data of a process's modules lies. A record tells of mappings of code alone; the rest follows from the
 * program headers of their files. */
#ifndef SEEP_HOST_MODEL_PROCESS_MODULE_MAP_H
#define SEEP_HOST_MODEL_PROCESS_MODULE_MAP_H

#include "host/model/process/model.h"

struct named_module {
  const struct mapping *mapping;
  const char *name;          /* last component of its path */
  bool is_program;           /* it is what was started, and no library */
  uint64_t bias;             /* address less link-time address */
  struct symbols_layout layout;
};

struct module_map;

/* The modules as of `epoch`. The process must outlive the map. */
void module_map_create(struct process *process, uint64_t epoch, struct module_map **ret);
void module_map_destroy(struct module_map *map);

/* Those of now. It is kept with the process until its modules change. */
void process_module_map(struct process *process, const struct module_map **ret);

/* The module one of whose segments holds an address, and that segment, in addresses of the process. NULL: none. */
const struct named_module *module_map_find(const struct module_map *map, uint64_t address,
                                           struct symbols_segment *ret);

/* The variable at an address of a module's, its start as an address of the process. */
void module_map_variable(const struct module_map *map, const struct named_module *module, uint64_t address,
                         struct symbols_variable *ret);

/* The module of that number in dynamic thread vectors, from 1: those with thread-local storage are numbered as they are
 * loaded, the program first. NULL: none. */
const struct named_module *module_map_tls(const struct module_map *map, size_t number);

/* The variable at an offset of a module's thread-local storage. */
void module_map_tls_variable(const struct module_map *map, const struct named_module *module, uint64_t offset,
                             struct symbols_variable *ret);

#endif
