/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory that the guest has given a name (CREATE_BLOCK), for describing addresses. */
#ifndef SEEP_MEMCHECK_ERRORS_CLIENT_BLOCKS_H
#define SEEP_MEMCHECK_ERRORS_CLIENT_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "memcheck/pure/stacks/stacks.h"

struct client_block {
  uint64_t start, size_bytes; /* size 0: discarded, its place is free */
  char *name;
  stack_id stack;             /* where it was named */
};

/* Returns a handle for client_block_discard(). */
uint64_t client_block_create(uint64_t start, uint64_t size_bytes, const char *name, stack_id stack);

/* False when there is no such block. */
bool client_block_discard(uint64_t handle);

/* A named block that holds the address; NULL: none. Valid until the next create. */
const struct client_block *client_block_find(uint64_t address);

#endif
