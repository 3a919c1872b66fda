/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which instructions make a block, and where flags matter in it. */
#ifndef SEEP_MEMCHECK_DIRECT_PLAN_H
#define SEEP_MEMCHECK_DIRECT_PLAN_H

#include "memcheck/direct/block.h"

struct direct_step {
  uint64_t address;
  uint8_t bytes[DIRECT_INSTRUCTION_BYTES_MAX];
  bool is_request;
  struct direct_instruction instruction; /* an operand relative to %rip: `displacement` is its address */
  uint16_t live_flags;                   /* before it */
  bool has_flags_at_target;              /* of a branch: flags are live there */
};

struct direct_plan {
  unsigned count;
  struct direct_step steps[DIRECT_STEPS_MAX];
  uint64_t end;          /* the guest's address behind the last */
  bool ends_in_return;
  unsigned first_without_branch; /* no step from there on is a branch */
};

/* false: there is no first instruction. */
bool direct_plan_make(const struct direct_guest *guest, uint64_t address, struct direct_plan *ret);

/* Does the instruction never go on to the next one? */
bool direct_ends_block(const struct direct_instruction *instruction);

/* The memory operand for checks: without %rip. */
struct direct_memory direct_operand(const struct direct_instruction *instruction);

#endif
