/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Paths from roots to blocks, as people read them:
 *
 *   global g_cache + 24
 *     -> block of 512 from cache_new (cache.c:40) + 16
 *     -> ... 999,997 more blocks from list_append (list.c:7), each + 8 ...
 *     -> block of 64 from list_append (list.c:7) */
#ifndef SEEP_HOST_HEAP_QUESTIONS_PATH_VIEW_H
#define SEEP_HOST_HEAP_QUESTIONS_PATH_VIEW_H

#include "host/heap/model/heap.h"
#include "host/heap/questions/view.h"

/* Show a path; in JSON as list "path". Blocks in a row that are of one site and point on in the same way are folded. */
void path_view_put(struct view *view, const struct heap *heap, const struct graph_step *steps, size_t count);

/* "block of 512 from cache_new (cache.c:40)", "global g_cache"; malloc'ed. */
char *path_view_node_words(const struct heap *heap, uint32_t node);

#endif
