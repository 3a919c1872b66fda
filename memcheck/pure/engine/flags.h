/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Conditions of which VEX does not know, when it makes the code, what set the flags: it calls a helper that finds out.
 * Where it knows, it compares the operands itself, and the rules of definedness say exactly what is open. So do these
 * functions, in the same way: what is open does not depend on whether the instruction that set the flags stands in the
 * same block.
 *
 * Operands are those of VEX's helpers (what set the flags, and on what), and the V bits of the two values. */
#ifndef SEEP_MEMCHECK_PURE_ENGINE_FLAGS_H
#define SEEP_MEMCHECK_PURE_ENGINE_FLAGS_H

#include <stdint.h>

/* V bits of the condition: 0 or 1. */
uint64_t flags_condition(uint64_t condition, uint64_t operation, uint64_t a, uint64_t b, uint64_t a_v_bits,
                         uint64_t b_v_bits);
/* Of the carry: the same. */
uint64_t flags_carry(uint64_t operation, uint64_t a, uint64_t b, uint64_t a_v_bits, uint64_t b_v_bits);
/* Of all flags, in their places. */
uint64_t flags_all(uint64_t operation, uint64_t a, uint64_t b, uint64_t a_v_bits, uint64_t b_v_bits);

#endif
