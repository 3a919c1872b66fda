/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What allocation sites are called, and the types that they allocate. */
#ifndef SEEP_HOST_HEAP_MODEL_SITE_NAMES_H
#define SEEP_HOST_HEAP_MODEL_SITE_NAMES_H

#include "host/base/error.h"
#include "host/model/process/model.h"

/* A site as a person reads it: "cache_new (cache.c:40)", its place; malloc'ed. */
char *site_name(const struct process *process, const struct stack *stack);

/* The type that a site allocates, where DWARF tells it ("struct node"), for blocks of `bytes`; malloc'ed, NULL: not
 * known. */
char *site_type(struct process *process, const struct stack *stack, uint64_t bytes);

#endif
