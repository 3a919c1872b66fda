/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stores, the files that blocks are kept in: one for each module at each place in memory. */
#ifndef SEEP_COREGRIND_GLUE_TRANSLATION_CACHE_TRANSLATION_STORES_H
#define SEEP_COREGRIND_GLUE_TRANSLATION_CACHE_TRANSLATION_STORES_H

#include "coregrind-glue/translation_cache/code_folder.h"

#include "pub_tool_basics.h"

enum { STORE_NAME_BYTES = 16 + sizeof CODE_FILE_SUFFIX };

struct code_store {
  struct code_identity identity;
  HChar name[STORE_NAME_BYTES];
  HChar path[CODE_PATH_BYTES];
  Addr start, end;        /* where the module is now; 0, 0: not mapped */
  struct code_file file;  /* base NULL: there is none that can be used */
  SizeT pending;          /* blocks to write */
};

/* `common`: `tool`, `options` and `cpu` of the identity of all stores. */
void translation_stores_init(const struct code_folder *folder, const struct code_identity *common);

/* The store of the module at this address; NULL: no module is there. */
struct code_store *translation_stores_at(Addr address);

/* All stores, by index. */
UInt translation_stores_count(void);
struct code_store *translation_stores_get(UInt index);

#endif
