/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes host instructions, of the few forms that checks are made of. Flags are kept where nothing else is said. */
#ifndef SEEP_MEMCHECK_PURE_DIRECT_EMIT_H
#define SEEP_MEMCHECK_PURE_DIRECT_EMIT_H

#include "memcheck/pure/direct/decode.h"

/* Room for code. What does not fit is dropped, and `is_full` says so. */
struct direct_code {
  uint8_t *start, *at, *end;
  bool is_full;
};

/* A word of the tool's static data, which lies below 2 GiB. */
typedef uint32_t direct_slot;

/* Conditions as the processor encodes them. */
enum direct_condition { DIRECT_IF_BELOW = 2, DIRECT_IF_ZERO = 4, DIRECT_IF_NOT_ZERO = 5, DIRECT_IF_ABOVE = 7 };

/* As they are. When there is no room, nothing is written and `is_full` is set, here and everywhere below. */
void emit_bytes(struct direct_code *code, const void *bytes, size_t count);
void emit_u8(struct direct_code *code, unsigned value);
void emit_u32(struct direct_code *code, uint32_t value);

/* --- words of the tool --- */

/* A register to a word of the tool and back; 32 bits of a word; constants. */
void emit_save(struct direct_code *code, unsigned reg, direct_slot slot);
void emit_restore(struct direct_code *code, unsigned reg, direct_slot slot);
void emit_load_u32(struct direct_code *code, unsigned reg, direct_slot slot);
void emit_set_u32(struct direct_code *code, direct_slot slot, uint32_t value);
void emit_set_u64(struct direct_code *code, direct_slot slot, uint64_t value);
/* These change flags. */
void emit_test_u32(struct direct_code *code, direct_slot slot, uint32_t mask);
void emit_compare_u32(struct direct_code *code, direct_slot slot, int8_t value);
void emit_decrement_u32(struct direct_code *code, direct_slot slot);
void emit_compare_with_register(struct direct_code *code, direct_slot slot, unsigned reg); /* slot - register */

/* --- counters: words seen from where %gs begins --- */

void emit_increment_counter(struct direct_code *code, uint32_t counter); /* changes flags */
void emit_load_counter(struct direct_code *code, unsigned reg, uint32_t counter);
void emit_store_counter(struct direct_code *code, unsigned reg, uint32_t counter);

/* So much is added to the displacement of V bits; %gs begins as much lower. Processors (AMD's Zen) foresee what a load
 * from the stack brings by base and displacement alone, and start again when that was wrong: the V bits of a slot must
 * not look like the slot, nor like a slot nearby. This one keeps the displacements of a usual frame in a byte. */
#define DIRECT_V_BIAS (-120)

/* --- memory and its V bits, whose segment is %gs: `offset` is added to the operand's address --- */

/* Compare 1 to 8 bytes of V bits with zero; changes flags. */
void emit_compare_v(struct direct_code *code, const struct direct_memory *memory, int32_t offset, unsigned bytes);
void emit_load_v(struct direct_code *code, unsigned reg, const struct direct_memory *memory, int32_t offset,
                 unsigned bytes);
/* Fill 1 to 8 bytes with `value`: 0 or -1. */
void emit_fill_v(struct direct_code *code, const struct direct_memory *memory, int32_t offset, unsigned bytes,
                 int value);
/* The operand's address, without its segment. */
void emit_lea(struct direct_code *code, unsigned reg, const struct direct_memory *memory);
/* 4 or 8 bytes. */
void emit_load(struct direct_code *code, unsigned reg, const struct direct_memory *memory, unsigned bytes);
void emit_not(struct direct_code *code, unsigned reg);

/* --- jumps: each returns where its distance lies, for emit_set_target() --- */

/* Always, under a condition, as a call. */
uint8_t *emit_jump(struct direct_code *code);
uint8_t *emit_branch(struct direct_code *code, unsigned condition);
uint8_t *emit_call(struct direct_code *code);
uint8_t *emit_lea_of_code(struct direct_code *code, unsigned reg); /* no jump: the address of host code */
/* If %rcx is zero; the target is at most 127 bytes ahead. */
uint8_t *emit_branch_if_no_rcx(struct direct_code *code);
/* To where the word says. */
void emit_jump_through(struct direct_code *code, direct_slot slot);

/* Once it is known where it leads to: for distances of 32 bits, and for those of 8, which must suffice. */
void emit_set_target(struct direct_code *code, uint8_t *distance, const uint8_t *target);
void emit_set_short_target(struct direct_code *code, uint8_t *distance, const uint8_t *target);

/* --- the guest's instruction --- */

/* As it is. An operand relative to %rip becomes an absolute one; the caller has seen that `memory` is within reach. */
void emit_copy(struct direct_code *code, const uint8_t *bytes, const struct direct_instruction *instruction);

#endif
