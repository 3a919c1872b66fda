/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files that name roots share. */
#ifndef SEEP_HOST_HEAP_NAMES_ROOT_NAMES_PRIVATE_H
#define SEEP_HOST_HEAP_NAMES_ROOT_NAMES_PRIVATE_H

#include <string.h>

#include "host/heap/names/root_names.h"
#include "host/model/process/module_map.h"

/* Where names come from. */
struct name_sources {
  const struct snapshot *snapshot;
  struct process *process;
  const struct module_map *modules;
};

/* What a root word is called. */
struct root_place {
  struct root_group group; /* its strings are malloc'ed, by whoever has the place */
  uint64_t start, end;     /* words of the same class in here are called the same; empty: not known of any other word */
};

/* "()" where a function's name has no parameters in it. */
static inline const char *parentheses(const char *function)
{
  return strchr(function, '(') ? "" : "()";
}

/* Describe a root of each class. `ret` is touched even on failure, and is to be deinitialised. */
void name_global_root(const struct name_sources *sources, const struct heap_root *root, struct root_place *ret);
void name_tls_root(const struct name_sources *sources, const struct heap_root *root, struct root_place *ret);
void name_stack_root(const struct name_sources *sources, const struct heap_root *root, struct root_place *ret);
void name_register_root(const struct name_sources *sources, const struct heap_root *root, struct root_place *ret);

/* Take over what is known of a variable; its name is set already. */
void root_place_take_variable(struct root_place *place, const struct named_module *module,
                              const struct symbols_variable *variable);

#endif
