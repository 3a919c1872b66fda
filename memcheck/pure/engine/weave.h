/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Building flat VEX code: every function adds assignments to the block that is being made and returns an atom (a
 * temporary or a constant). Shared by the definedness rules and the instrumenter. */
#ifndef SEEP_MEMCHECK_PURE_ENGINE_WEAVE_H
#define SEEP_MEMCHECK_PURE_ENGINE_WEAVE_H

#include <stdbool.h>
#include <stdint.h>

#include "libvex_ir.h"

struct weave {
  IRSB *block; /* under construction */
  bool exact;  /* use the exact rules for arithmetic here */
  bool loose;  /* of the result only matters whether it has undefined bits: an address, which is checked as a whole */
};

/* The type of a temporary or constant. */
IRType weave_type(const struct weave *weave, const IRExpr *atom);

/* The type that holds the V bits of a value of `type`: an integer or vector as wide. */
IRType weave_shadow_type(IRType type);

/* The largest integer of at most so many bytes, up to 8. */
IRType weave_type_of_bytes(int bytes);

/* The bits of an integer constant of 8 to 64 bits; false: it is another. */
bool weave_integer_bits(const IRConst *constant, uint64_t *ret);

/* Is this the helper of VEX of that name? */
bool weave_is_helper(const IRCallee *callee, const char *name);

/* Of registers that are numbered. */
static inline int weave_array_bytes(const IRRegArray *array)
{
  return array->nElems * sizeofIRType(array->elemTy);
}

/* Assign an expression to a new temporary of that type; the others build the expression from an operation first. */
IRExpr *weave_assign(struct weave *weave, IRType type, IRExpr *expression);
IRExpr *weave_unop(struct weave *weave, IROp op, IRExpr *a);
IRExpr *weave_binop(struct weave *weave, IROp op, IRExpr *a, IRExpr *b);
IRExpr *weave_qop(struct weave *weave, IROp op, IRExpr *a, IRExpr *b, IRExpr *c, IRExpr *d);
IRExpr *weave_ite(struct weave *weave, IRExpr *condition, IRExpr *if_true, IRExpr *if_false);
/* Add one to a counter of the tool. */
void weave_increment(struct weave *weave, uint32_t *counter);
IRExpr *weave_get(struct weave *weave, int offset, IRType type);

/* Constants of an integer or vector type: all bits clear, all set. */
IRExpr *weave_zeros(IRType type);
IRExpr *weave_ones(IRType type);
IRExpr *weave_u64(unsigned long long value);

/* A value of up to 64 bits that is zero exactly when `v_bits` is. */
IRExpr *weave_fold(struct weave *weave, IRExpr *v_bits);
/* `v_bits` cast to `type` pessimistically: all ones when any bit is set, else zero. To Ity_I1: is any bit set? */
IRExpr *weave_spread(struct weave *weave, IRType type, IRExpr *v_bits);
/* Bit by bit, on two of one type; in V bits `or` is undefined if either is, `and` if both are. Of I128 there is only
 * `or`, of I1 no `xor`. */
IRExpr *weave_and(struct weave *weave, IRExpr *a, IRExpr *b);
IRExpr *weave_or(struct weave *weave, IRExpr *a, IRExpr *b);
IRExpr *weave_xor(struct weave *weave, IRExpr *a, IRExpr *b);
IRExpr *weave_not(struct weave *weave, IRExpr *a);

/* The place of the block's first instruction, `stmts_used` if it has none. What comes before is the core's own. */
int weave_first_instruction(const IRSB *block);

#endif
