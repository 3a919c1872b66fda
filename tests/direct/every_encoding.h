/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes encodings of all opcodes, whether or not these are instructions. */
#ifndef SEEP_TESTS_DIRECT_EVERY_ENCODING_H
#define SEEP_TESTS_DIRECT_EVERY_ENCODING_H

#include <stddef.h>
#include <stdint.h>

enum { ENCODING_BYTES = 16 };

void any_seed(uint64_t seed);
unsigned any(unsigned limit);
void any_bytes(void *ret, size_t bytes);

/* Calls `try` with ENCODING_BYTES bytes for every opcode with each digit, prefix, length and form. */
void every_encoding(void (*try)(const uint8_t *code));

#endif
