/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Texts that are kept once each, so that equal ones are the same pointer, and memory that lives as long as they do. */
#ifndef SEEP_HOST_BASE_TEXT_POOL_H
#define SEEP_HOST_BASE_TEXT_POOL_H

#include <stddef.h>

#include "host/base/memory.h"

struct text_pool;

/* NULL may be destroyed, too. */
struct text_pool *text_pool_create(void) MEMORY_RETURNS;
void text_pool_destroy(struct text_pool *pool);

/* Memory that lives as long. */
void *text_pool_allocate(struct text_pool *pool, size_t bytes) MEMORY_RETURNS;

/* The one copy of a text; NULL of NULL. */
const char *text_pool_keep(struct text_pool *pool, const char *text);

/* The same, of a malloc'ed text, which is taken over. */
const char *text_pool_take(struct text_pool *pool, char *text) MEMORY_RETURNS;

#endif
