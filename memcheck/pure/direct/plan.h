/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which instructions make a block, and where flags matter in it. */
#ifndef SEEP_MEMCHECK_PURE_DIRECT_PLAN_H
#define SEEP_MEMCHECK_PURE_DIRECT_PLAN_H

#include "memcheck/pure/direct/block.h"

struct direct_step {
  uint64_t address;
  uint8_t bytes[DIRECT_INSTRUCTION_BYTES_MAX];
  unsigned request; /* or DIRECT_NO_REQUEST */
  struct direct_instruction instruction; /* an operand relative to %rip: `displacement` is its address */
  uint16_t live_flags;                   /* before it */
  bool has_flags_at_target;              /* of a branch: flags are live there */
  bool loops;                            /* a branch or jump to the block's start, which the next step is a copy of */
  unsigned check_at;                     /* the step before which its operand is checked */
};

struct direct_plan {
  unsigned count;
  struct direct_step steps[DIRECT_STEPS_MAX + 1]; /* `count` of them, and maybe a call */
  bool is_before_call;   /* steps[count] is a call, which is a block of its own */
  uint64_t end;          /* of the code, in the guest */
  uint64_t next;         /* where it goes on behind the last step */
  bool ends_in_return;
  unsigned first_without_branch; /* no step from there on is a branch */
};

/* false: there is no first instruction. */
bool direct_plan_make(const struct direct_guest *guest, uint64_t address, struct direct_plan *ret);

/* Does the instruction never go on to the next one? */
bool direct_ends_block(const struct direct_instruction *instruction);

/* Where a branch leads that does not go on to the next step. */
uint64_t direct_exit_of(const struct direct_step *step);

/* Does the operand's address depend on any of these registers? */
static inline bool direct_memory_uses(const struct direct_memory *memory, uint32_t registers)
{
  return (memory->base < DIRECT_FIRST_VECTOR && (registers >> memory->base & 1)) ||
         (memory->index < DIRECT_FIRST_VECTOR && (registers >> memory->index & 1));
}

/* The memory operand for checks: without %rip. */
struct direct_memory direct_operand(const struct direct_instruction *instruction);

#endif
