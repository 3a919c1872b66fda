/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules of operations that move bits about, and of those that narrow lanes. */
#include <stddef.h>

#include "memcheck/pure/engine/rules.h"

/* The V bits go where the bits go: extensions, halves, concatenations, interleaving, sign bits. */
IRExpr *rule_mirror(const struct application *application)
{
  struct weave *weave = application->weave;
  IRExpr *shadows[DEFINEDNESS_OPERANDS_MAX];
  for (unsigned i = 0; i < application->count; i++)
    shadows[i] = rules_shadow_atom(application, i);
  switch (application->count) {
  case 1:
    return weave_unop(weave, application->op, shadows[0]);
  case 2:
    return weave_binop(weave, application->op, shadows[0], shadows[1]);
  default:
    return weave_qop(weave, application->op, shadows[0], shadows[1], shadows[2], shadows[3]);
  }
}

/* The uppermost bits of eight bytes: a bit at the bottom of each byte, which multiplication brings together in the top
 * byte. VEX calls a function for the operation itself. */
static IRExpr *upper_bits(struct weave *weave, IRExpr *word)
{
  IRExpr *bottom = weave_binop(weave, Iop_Shr64, word, IRExpr_Const(IRConst_U8(7)));
  bottom = weave_binop(weave, Iop_And64, bottom, weave_u64(0x0101010101010101ull));
  IRExpr *together = weave_binop(weave, Iop_Mul64, bottom, weave_u64(0x0102040810204080ull));
  return weave_binop(weave, Iop_Shr64, together, IRExpr_Const(IRConst_U8(56)));
}

IRExpr *rule_upper_bits(const struct application *application)
{
  struct weave *weave = application->weave;
  IRExpr *shadow = application->shadows[0];
  if (weave_type(weave, shadow) == Ity_I64)
    return weave_unop(weave, Iop_64to8, upper_bits(weave, shadow));
  IRExpr *high = upper_bits(weave, weave_unop(weave, Iop_V128HIto64, shadow));
  IRExpr *low = upper_bits(weave, weave_unop(weave, Iop_V128to64, shadow));
  high = weave_binop(weave, Iop_Shl64, high, IRExpr_Const(IRConst_U8(8)));
  return weave_unop(weave, Iop_64to16, weave_binop(weave, Iop_Or64, high, low));
}

/* The same bits as another type: only the value knows the difference. */
IRExpr *rule_same(const struct application *application)
{
  return application->shadows[0];
}

/* Lanes are picked by the lanes of the second operand. */
IRExpr *rule_permute(const struct application *application)
{
  struct weave *weave = application->weave;
  IRExpr *picked = application->shadows[0];
  if (picked)
    picked = weave_binop(weave, application->op, picked, application->values[1]);
  return rules_either(application, picked, rules_smear(application, application->shadows[1]));
}

/* Bytes are picked by the bytes of the second operand, or zero where the uppermost bit is set in it. */
IRExpr *rule_permute_or_zero(const struct application *application)
{
  struct weave *weave = application->weave;
  IRExpr *open = rule_permute(application);
  if (!weave->exact || !application->shadows[1])
    return open;
  IRExpr *lowest = rules_lowest(application, 1);
  IRExpr *zeros = weave_zeros(weave_type(weave, lowest));
  return weave_and(weave, open, weave_not(weave, lanes_greater(weave, 8, zeros, lowest)));
}

/* Two vectors of lanes twice as wide become one. V bits that are all the same in a lane pass signed saturation as they
 * are. */
IRExpr *rule_narrow(const struct application *application)
{
  struct weave *weave = application->weave;
  IRExpr *shadows[2];
  for (unsigned i = 0; i < 2; i++) {
    IRExpr *smeared = rules_smear(application, application->shadows[i]);
    shadows[i] = smeared ? smeared : rules_shadow_atom(application, i);
  }
  bool is_vector = rules_result_type(application) == Ity_V128;
  IROp of_16 = is_vector ? Iop_QNarrowBin16Sto8Sx16 : Iop_QNarrowBin16Sto8Sx8;
  IROp of_32 = is_vector ? Iop_QNarrowBin32Sto16Sx8 : Iop_QNarrowBin32Sto16Sx4;
  return weave_binop(weave, application->lane_bits == 16 ? of_16 : of_32, shadows[0], shadows[1]);
}
