/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of the speculative engine share; engine.h is its door, speculate.c tells the idea. */
#ifndef SEEP_MEMCHECK_SPECULATE_SPECULATE_PRIVATE_H
#define SEEP_MEMCHECK_SPECULATE_SPECULATE_PRIVATE_H

#include "memcheck/engine/engine.h"
#include "memcheck/engine/weave.h"

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
  struct distance *distances; /* by temporary of the original block */
  IRTemp temporaries;         /* how many the original block has */

  Addr instruction;           /* that is being made */
  const IRStmt *last_mark;    /* its mark; NULL: none yet */
  int instruction_start;      /* its first statement in the new block */
  IRStmt *delayed[DELAYED_MAX]; /* its effects, which have to wait for its checks */
  int delayed_count;
  bool has_had_effect;             /* it cannot be begun again any more */
  bool has_made_defined;      /* memory that it will write: what it reads from now on may be that */
  bool is_left_to_precise;               /* it has a check that comes too late */

  IRExpr *v_eighth, *a_eighth; /* ENGINE_V_EIGHTH and ENGINE_A_EIGHTH, once they are needed */
  struct known_range known[KNOWN_RANGES_MAX]; /* a ring */
  unsigned known_count;

  struct distance sp;         /* the stack pointer now */
  IRTemp stack_base;          /* what the stack pointer was at the start, or after a move by an unknown distance */
  bool knows_stack;           /* it is set, aligned and within limits */
  const IRSB *block;          /* the original */
  IRExpr *stack_eighth;       /* an eighth of it */
  IRTemp frame_base;          /* what the block reads as the frame pointer; IRTemp_INVALID: nothing */
};

/* --- speculate.c --- */

/* Leave for the precise code of this instruction if the condition (an I1) holds. */
void speculate_leave_if(struct speculation *speculation, IRExpr *condition);
/* The same at another place than the instruction's: the block's start. */
void speculate_leave_to(struct speculation *speculation, IRExpr *condition, Addr address);
struct distance speculate_distance(const struct speculation *speculation, const IRExpr *atom);

/* --- speculate_extent.c: what is made into one block --- */

/* The statement before which it ends, where the next instruction begins a block of its own; `first`: its first instruction. */
int speculate_find_end(const struct speculation *speculation, int first);
/* Leave at once if a register that these statements read or write has undefined bits. */
void speculate_test_registers(struct speculation *speculation, int first, int end);

/* --- speculate_memory.c: checks of accesses --- */

/* Memory that is read or written; the guard may be NULL: always. */
void speculate_check_load(struct speculation *speculation, IRExpr *address, int bytes, IRExpr *guard);
/* After the check, the bytes written will be defined. */
void speculate_check_store(struct speculation *speculation, IRExpr *address, int bytes, IRExpr *guard);
/* Forget which ranges are known: memory may have changed its state. */
void speculate_forget_ranges(struct speculation *speculation);

/* Host addresses of V bits and A bits, at a multiple of eight bytes from the stack's base for the latter. */
IRExpr *speculate_v_place(struct speculation *speculation, IRExpr *base, int64_t offset);
IRExpr *speculate_stack_a_place(struct speculation *speculation, int64_t offset);

/* --- speculate_stack.c: moves of the stack pointer --- */

/* Before the first instruction: whatever has to be known of the stack for this block. */
void speculate_stack_begin(struct speculation *speculation, Addr start);
/* A PUT of the stack pointer is going to be made. */
void speculate_stack_check_move(struct speculation *speculation, IRExpr *to);
/* A PUT of the stack pointer takes effect. `is_covered`: a hint follows that says more. */
void speculate_stack_move(struct speculation *speculation, IRExpr *to, bool is_covered);
/* A hint of the ABI: what lies below the stack pointer is given up. */
void speculate_stack_give_up(struct speculation *speculation, IRExpr *base, int bytes);

/* --- speculate_puts.c --- */

/* Drop writes of registers that nobody can see. */
void speculate_drop_unseen_puts(IRSB *block);

#endif
