/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Random sequences of instructions, as functions of an area (area.h). The number of a sequence says all about it. */
#ifndef SEEP_TESTS_SEQUENCES_SEQUENCE_H
#define SEEP_TESTS_SEQUENCES_SEQUENCE_H

#include "area.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/random.h"

enum { SEQUENCE_BYTES = 8192 };

/* Those of one sequence. */
struct random random_begin(uint64_t seed, uint64_t number);

typedef void sequence_function(struct area *area);

/* Writes the code, at most SEQUENCE_BYTES, and returns how many. Bit i of `left_out` says that the instruction i is not
 * to be there; what follows stays as it is. `eflags_at`: for each byte at which an instruction begins, those of EFLAGS
 * that are known there, 0 for the others. */
size_t sequence_make(uint8_t *code, uint16_t eflags_at[SEQUENCE_BYTES], struct random *random, uint64_t left_out);

#endif
