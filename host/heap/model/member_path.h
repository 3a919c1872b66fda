/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The members through which a path leads, by the declared types of a global variable and of what its pointers point
 * at. */
#ifndef SEEP_HOST_HEAP_MODEL_MEMBER_PATH_H
#define SEEP_HOST_HEAP_MODEL_MEMBER_PATH_H

#include "host/heap/model/heap.h"
#include "host/heap/model/type_paths.h"

/* What is known of a step of a path. All NULL when its type is not known, or does not fit the block. */
struct member_step {
  char *member;      /* by which it points to the next: ".cache.entries", "->next", "[3].value" */
  char *type;        /* declared type of the block: "struct entry[20]" */
};

struct member_path {
  struct member_step *steps;
  struct type_list types;    /* as long as the heap */
  uint32_t type;             /* of the last block's elements; SYMBOLS_NO_TYPE: not known */
  uint64_t bytes_each, elements;
  char *expression;  /* "g_server->cache.entries[3].value", the pointer to the last block; NULL: not known to the end,
                      * or too long */
};

/* Of a path as graph_path() has it. */
void member_path_find(const struct heap *heap, const struct graph_step *steps, size_t count, struct member_path *ret);
void member_path_deinit(struct member_path *path, size_t count);

#endif
