/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The answers about a module on disk: those of this machine, and those that are packed with a run. */
#ifndef SEEP_HOST_SYMBOLS_MODULE_CACHE_H
#define SEEP_HOST_SYMBOLS_MODULE_CACHE_H

#include "host/symbols/module_state.h"

struct module_cache {
  char *cache_dir, *packed_dir;  /* NULL: there is none */
  struct byte_builder code;      /* the code that this machine's answers come from */
  const char *const *debug_dirs; /* NULL-terminated; NULL: none */
  const char *servers;           /* that have debug files; NULL: none are asked */
  /* Does the module's file, as it is here, have sources beyond these? */
  bool (*has_more)(void *context, struct module *module, unsigned sources);
  void *context;
};

/* Give a module the stored answers that hold for it, if there are any. */
void module_cache_load(const struct module_cache *cache, struct module *module);

/* Store new answers, unless the module was not read fully; *ret_stored is set when a file was written. */
struct error *module_cache_store(const struct module_cache *cache, struct module *module, bool *ret_stored);

/* Store what is known of the module in the packed run, whether it was read fully or not. */
struct error *module_cache_pack(const struct module_cache *cache, const struct module *module);

#endif
