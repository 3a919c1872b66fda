/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A fast 64-bit sum that no change of a single word leaves as it was: four lanes, each of steps that can be undone. It guards
 * against accidents, not against people. */
#ifndef SEEP_BASE_FREESTANDING_MIX_H
#define SEEP_BASE_FREESTANDING_MIX_H

#include <stddef.h>
#include <stdint.h>

/* `bytes` must be a multiple of 8, and `data` aligned to 8. */
uint64_t mix_words(const void *data, size_t bytes, uint64_t seed);

#endif
