/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A fast 64-bit checksum that detects every change of a single word: four lanes of invertible steps. It guards
 * against accidents, not against attackers. */
#ifndef SEEP_SHARED_BASE_MIX_H
#define SEEP_SHARED_BASE_MIX_H

#include <stddef.h>
#include <stdint.h>

/* `bytes` must be a multiple of 8, and `data` aligned to 8. */
uint64_t mix_words(const void *data, size_t bytes, uint64_t seed);

#endif
