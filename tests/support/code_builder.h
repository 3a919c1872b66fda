/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Translated blocks for tests. The "host code" of a block follows from all that it may depend on, so that a block which is found
 * tells by itself whether it is the right one. */
#ifndef SEEP_TESTS_CODE_BUILDER_H
#define SEEP_TESTS_CODE_BUILDER_H

#include "cache/code_writer.h"

/* An identity that differs from those of other numbers in its module and options. */
struct code_identity code_builder_identity(unsigned number);

/* A sealed block, malloc'ed, of so many bytes of guest code that `content` varies. */
struct code_head *code_builder_block(const struct code_identity *identity, const struct code_key *key, unsigned content,
                                     size_t guest_bytes, size_t host_bytes);

/* Is the host code that which belongs to identity, key and guest bytes? */
bool code_builder_is_right(const struct code_identity *identity, struct code_head *head);

/* The guest's byte at a position of a block with this content. */
uint8_t code_builder_guest_byte(unsigned content, size_t position);

#endif
