/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What direct code has to do about V bits, told from what an instruction does natively and from nothing that the
 * translator does. */
#ifndef SEEP_TESTS_DIRECT_EXPECTED_H
#define SEEP_TESTS_DIRECT_EXPECTED_H

#include "direct/copied.h"
#include "direct/shadows.h"
#include "direct/subject.h"

/* The address of the memory operand. */
uint64_t expected_operand(const struct direct_instruction *is, const struct machine_place *at, uint64_t fs_base);

enum expected { GOES_ON, MAY_LEAVE, LEAVES };

/* Is direct code left in front of the instruction because of its operands? `sp_after`: the stack pointer behind it. */
enum expected expected_before(const struct shadows *shadows, const struct direct_instruction *is,
                              const struct machine_place *at, uint64_t sp_after,
                              const struct copied_settings *settings);

/* The bits of registers that it uses, in the word of undefined registers. */
uint64_t expected_registers(const struct direct_instruction *is, const uint8_t *code);

/* What becomes of the shadow by it. */
void expected_after(struct shadows *shadows, const struct direct_instruction *is, const struct machine_place *before,
                    const struct machine_place *after, uint64_t fs_base);

/* The bytes that it stores to; 0: none. */
unsigned expected_store(const struct direct_instruction *is, const struct machine_place *at, uint64_t fs_base,
                        uint64_t *ret_address);

/* Likewise, that it reads. */
unsigned expected_load(const struct direct_instruction *is, const struct machine_place *at, uint64_t fs_base,
                       uint64_t *ret_address);

#endif
