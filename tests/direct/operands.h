/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The same instruction with another memory operand. */
#ifndef SEEP_TESTS_DIRECT_OPERANDS_H
#define SEEP_TESTS_DIRECT_OPERANDS_H

#include "direct/subject.h"

struct operand {
  uint8_t base;  /* three bits of a register, DIRECT_RIP or DIRECT_NO_REGISTER */
  uint8_t index; /* three bits, or DIRECT_NO_REGISTER */
  uint8_t scale; /* as encoded */
  bool is_fs;
  int32_t displacement;
};

/* The highest bits of registers are those of the instruction. false: it has no operand in memory, or cannot have
 * this one. */
bool operand_change(const struct subject *subject, const struct operand *operand, uint64_t address,
                    struct subject *ret);

#endif
