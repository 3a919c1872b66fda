/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Translated blocks for tests. The "host code" of a block follows from all that it may depend on, so that a block which
 * is found tells by itself whether it is the right one. */
#ifndef SEEP_TESTS_SUPPORT_CODE_BUILDER_H
#define SEEP_TESTS_SUPPORT_CODE_BUILDER_H

#include "shared/cache/code_writer.h"

/* An identity that differs from those of other numbers in its module and options. */
struct code_identity code_builder_identity(unsigned number);

/* A sealed block, malloc'ed, of so many bytes of guest code that `content` varies. */
struct code_entry_head *code_builder_block(const struct code_identity *identity, const struct code_key *key,
                                           unsigned content, size_t guest_bytes, size_t host_bytes);

/* Is the host code that which belongs to identity, key and guest bytes? */
bool code_builder_is_right(const struct code_identity *identity, struct code_entry_head *head);

/* For readers: copying of memory; and does the block have the content that `number`, an unsigned, points to? */
size_t code_builder_copy(void *to, const void *from, size_t bytes);
bool code_builder_has_content(void *number, struct code_entry_head *head);

#endif
