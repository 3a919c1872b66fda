/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A sum, a difference or an aligned value of the stack pointer is made of it, whatever the other operand is. The frame
 * pointer counts with constants only. */
#include "memcheck/pure/engine/stack_sums.h"

#include "memcheck/pure/base/env.h"

#include <stdbool.h>

enum { MADE_OF_OTHERS, MADE_OF_FP, MADE_OF_SP };

void stack_sums_begin(struct stack_sums *sums, const IRSB *block, const VexGuestLayout *layout)
{
  const IRTemp temporaries = (IRTemp)block->tyenv->types_used;
  *sums = (struct stack_sums){LibVEX_Alloc(temporaries), temporaries, layout->offset_SP, layout->offset_FP};
  memset(sums->made_of, MADE_OF_OTHERS, temporaries);
}

static unsigned made_of_atom(const struct stack_sums *sums, const IRExpr *atom)
{
  return atom->tag == Iex_RdTmp && atom->Iex.RdTmp.tmp < sums->temporaries ? sums->made_of[atom->Iex.RdTmp.tmp]
                                                                           : MADE_OF_OTHERS;
}

static unsigned made_of_register(const struct stack_sums *sums, int offset, IRType type)
{
  if (type != Ity_I64)
    return MADE_OF_OTHERS;
  return offset == sums->offset_sp ? MADE_OF_SP : offset == sums->offset_fp ? MADE_OF_FP : MADE_OF_OTHERS;
}

static unsigned made_of_two(const struct stack_sums *sums, IROp op, const IRExpr *left, const IRExpr *right)
{
  const unsigned first = made_of_atom(sums, left),
                 second = op == Iop_Sub64 ? MADE_OF_OTHERS : made_of_atom(sums, right);
  if (op != Iop_Add64 && op != Iop_Sub64 && op != Iop_And64)
    return MADE_OF_OTHERS;
  if (first == MADE_OF_SP || second == MADE_OF_SP)
    return MADE_OF_SP;
  return first == MADE_OF_FP && right->tag == Iex_Const ? MADE_OF_FP : MADE_OF_OTHERS;
}

static unsigned made_of(const struct stack_sums *sums, const IRExpr *value)
{
  switch (value->tag) {
  case Iex_Get:
    return made_of_register(sums, value->Iex.Get.offset, value->Iex.Get.ty);
  case Iex_RdTmp:
    return made_of_atom(sums, value);
  case Iex_Binop:
    return made_of_two(sums, value->Iex.Binop.op, value->Iex.Binop.arg1, value->Iex.Binop.arg2);
  default:
    return MADE_OF_OTHERS;
  }
}

void stack_sums_note(struct stack_sums *sums, IRTemp temporary, const IRExpr *value)
{
  if (temporary < sums->temporaries)
    sums->made_of[temporary] = (uint8_t)made_of(sums, value);
}

/* From here on, what was made of the old stack pointer is not. */
static void start_from(struct stack_sums *sums, const IRExpr *value)
{
  memset(sums->made_of, MADE_OF_OTHERS, sums->temporaries);
  if (value->tag == Iex_RdTmp && value->Iex.RdTmp.tmp < sums->temporaries)
    sums->made_of[value->Iex.RdTmp.tmp] = MADE_OF_SP;
}

unsigned stack_sums_put(struct stack_sums *sums, int offset, const IRExpr *value, IRType type)
{
  if (offset != sums->offset_sp || type != Ity_I64)
    return STACK_IS_MOVED;
  const unsigned source = made_of_atom(sums, value);
  if (source == MADE_OF_SP)
    return STACK_IS_MOVED;
  start_from(sums, value);
  return source == MADE_OF_FP ? STACK_IS_SET_BY_FRAME : STACK_IS_SET_FREELY;
}
