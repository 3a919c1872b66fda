/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of the speculative engine share; engine.h is for others, speculate.c tells the idea. */
#ifndef SEEP_MEMCHECK_PURE_SPECULATE_SPECULATE_PRIVATE_H
#define SEEP_MEMCHECK_PURE_SPECULATE_SPECULATE_PRIVATE_H

#include "memcheck/pure/engine/engine.h"
#include "memcheck/pure/engine/weave.h"

/* A value as a temporary plus a known distance; IRTemp_INVALID: not known. */
struct distance {
  IRTemp base;
  int64_t offset;
};

/* Bytes that are known to be defined, and so addressable: [offset, offset + bytes) from a temporary. */
struct known_range {
  IRTemp base;
  int64_t offset;
  int bytes;
};

enum { KNOWN_RANGES_MAX = 24, DELAYED_MAX = 64 };

struct speculation {
  struct weave weave;
  const struct engine_policy *policy;
  const VexGuestLayout *layout;
  const IRSB *block;          /* the original */

  /* The instruction that is being made. */
  Addr instruction;
  const IRStmt *last_mark;    /* its mark; NULL: none yet */
  int instruction_start;      /* its first statement in the new block */
  IRStmt *delayed[DELAYED_MAX]; /* its effects, which wait for its checks */
  int delayed_count;
  bool has_had_effect;        /* it cannot be begun again any more */
  bool has_made_defined;      /* memory that it will write: what it reads from now on may be that */
  bool is_left_to_precise;    /* it has a check that comes too late, or is of a kind that is not made here */

  /* What is known of memory. */
  struct distance *distances; /* by temporary of the original block */
  IRTemp temporaries;         /* how many it has */
  uint8_t *stack_set_by;      /* by temporary: how the stack pointer is set to it (stack_sums.h) */
  unsigned set_before;        /* how it was set by an effect that was left out, as the instruction sets it again */
  struct known_range known[KNOWN_RANGES_MAX]; /* a ring */
  unsigned known_count;
  IRExpr *v_eighth, *a_eighth; /* ENGINE_V_EIGHTH and ENGINE_A_EIGHTH, once they are needed */

  /* The stack. */
  struct distance sp;         /* the stack pointer now */
  IRTemp stack_base;          /* what the stack pointer was at the start, or after a move by an unknown distance */
  bool knows_stack;           /* the base is set, aligned and within limits */
  IRExpr *stack_eighth;       /* an eighth of it, once it is needed */
  IRTemp frame_base;          /* what the block reads as the frame pointer; IRTemp_INVALID: nothing */
};

static inline void speculate_add(struct speculation *speculation, IRStmt *statement)
{
  addStmtToIRSB(speculation->weave.block, statement);
}

/* --- speculate_extent.c: what is made into one block --- */

/* The statement before which it ends, where the next instruction begins a block of its own; `first`: its first
 * instruction. */
int speculate_find_end(const struct speculation *speculation, int first);
/* The registers (bits of undefined_registers.h) that the statements [first, end) read or write. */
uint64_t speculate_registers_of(const IRSB *block, int first, int end);

/* --- speculate_distances.c: where addresses lie to one another --- */

/* Of all temporaries of the block, once. */
void speculate_measure_distances(struct speculation *speculation, const IRSB *block);
struct distance speculate_distance(const struct speculation *speculation, const IRExpr *atom);
bool speculate_is_stack_pointer(const struct speculation *speculation, const IRExpr *value);

/* --- speculate_checks.c: what is checked, and leaving --- */

/* Leave for the precise code of this instruction if the condition (an I1) holds. */
void speculate_leave_if(struct speculation *speculation, IRExpr *condition);
/* The same before the first instruction, at `address`. */
void speculate_leave_to(struct speculation *speculation, IRExpr *condition, Addr address);

/* Memory that is read or written; the guard may be NULL: always. */
void speculate_check_load(struct speculation *speculation, IRExpr *address, int bytes, IRExpr *guard);
/* After the check, the bytes are defined. */
void speculate_check_store(struct speculation *speculation, IRExpr *address, int bytes, IRExpr *guard);
/* Forget which ranges are known: memory may have changed its state. */
void speculate_forget_ranges(struct speculation *speculation);

/* Host addresses of V bits and A bits, at a multiple of eight bytes from the stack's base for the latter. */
IRExpr *speculate_v_place(struct speculation *speculation, IRExpr *base, int64_t offset);
IRExpr *speculate_stack_a_place(struct speculation *speculation, int64_t offset);

/* --- speculate_stack.c: moves of the stack pointer --- */

/* Before the first instruction: whatever has to be known of the stack for this block. */
void speculate_stack_begin(struct speculation *speculation, Addr start);
/* A PUT of the stack pointer is going to be made: check where it goes. */
void speculate_stack_check_move(struct speculation *speculation, IRExpr *to);
/* A PUT of the stack pointer takes effect. `is_covered`: a hint follows that says more. */
void speculate_stack_move(struct speculation *speculation, IRExpr *to, bool is_covered);
/* The stack pointer is set to that only to be moved by the same instruction. */
void speculate_stack_delay_move(struct speculation *speculation, const IRExpr *to);
/* A hint of the ABI: what lies below the stack pointer is given up. */
void speculate_stack_give_up(struct speculation *speculation, IRExpr *base, int bytes);

/* --- speculate_effects.c: an instruction's effects wait for its checks --- */

/* Does it set the stack pointer? */
bool speculate_moves_stack(const struct speculation *speculation, const IRStmt *statement);
/* A write of registers or memory, or a hint. */
void speculate_delay(struct speculation *speculation, IRStmt *statement);
/* Make the effects that wait. */
void speculate_make_effects(struct speculation *speculation);
/* A statement that must find the effects before it made. `is_effect`: it is one itself. */
void speculate_add_after_effects(struct speculation *speculation, IRStmt *statement, bool is_effect);
/* Adds an assignment from registers; finds what waits to be written there. */
void speculate_read_register(struct speculation *speculation, IRStmt *statement);
/* Stores that wait are made. */
void speculate_before_reading_memory(struct speculation *speculation);

/* --- speculate_unseen_puts.c --- */

/* Drop writes of registers that nobody can see. */
void speculate_drop_unseen_puts(IRSB *block);

#endif
