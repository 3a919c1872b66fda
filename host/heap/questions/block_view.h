/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is in a block: members with their values if its type is known, else its bytes; pointers by what they point
 * at. */
#ifndef SEEP_HOST_HEAP_QUESTIONS_BLOCK_VIEW_H
#define SEEP_HOST_HEAP_QUESTIONS_BLOCK_VIEW_H

#include "host/heap/model/contents.h"
#include "host/heap/model/member_path.h"
#include "host/heap/questions/view.h"

/* Show up to `limit` lines; in JSON as table "values". `path` leads to the block. */
void block_view_put(struct view *view, const struct heap *heap, const struct contents *contents, uint32_t block,
                    const struct member_path *path, uint64_t limit);

/* The text with which a block begins, in quotes; false: it has no `least` characters. */
enum { TEXT_PREVIEW_BYTES = 80, TEXT_LEAST = 4 };
bool block_view_text(const struct block_contents *block, size_t offset, size_t bytes, size_t least,
                     char ret[TEXT_PREVIEW_BYTES]);

#endif
