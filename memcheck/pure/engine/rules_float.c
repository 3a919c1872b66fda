/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules of floating point, by lanes: any undefined bit of an operand makes the lane's result undefined. Only what
 * touches nothing but the sign is better known. */
#include <stddef.h>

#include "memcheck/pure/engine/rules.h"

IRExpr *rule_lanes(const struct application *application)
{
  return rules_smear(application, rules_any_of(application, 0));
}

/* The first operand is a rounding mode, which concerns all lanes. */
IRExpr *rule_rounded_lanes(const struct application *application)
{
  IRExpr *lanes = rules_smear(application, rules_any_of(application, 1));
  return rules_either(application, lanes, rules_spread(application, application->shadows[0]));
}

/* The V bits of the lowest lane by itself, the others zero; without a constant, which would come from memory. */
static IRExpr *only_lowest_lane(const struct application *application, IRExpr *v_bits)
{
  struct weave *weave = application->weave;
  IRExpr *zeros = weave_zeros(Ity_V128);
  if (application->lane_bits == 32)
    v_bits = weave_binop(weave, Iop_InterleaveLO32x4, zeros, v_bits);
  return weave_binop(weave, Iop_InterleaveLO64x2, zeros, v_bits);
}

/* Only the lowest lane is computed, the others are the first operand's. */
IRExpr *rule_lowest_lane(const struct application *application)
{
  IRExpr *lowest = only_lowest_lane(application, rules_any_of(application, 0));
  return rules_either(application, application->shadows[0], rules_smear(application, lowest));
}

IRExpr *rule_negate(const struct application *application)
{
  return application->shadows[0];
}

IRExpr *rule_absolute(const struct application *application)
{
  IRExpr *magnitude = weave_u64(~0ull >> 1);
  return weave_binop(application->weave, Iop_And64, application->shadows[0], magnitude);
}

/* The condition codes that comparing and fprem leave: nothing outside lane_bits, which is a mask here. */
IRExpr *rule_flags(const struct application *application)
{
  IRExpr *mask = IRExpr_Const(IRConst_U32(application->lane_bits));
  return weave_binop(application->weave, Iop_And32, rule_whole(application), mask);
}

/* F16 lanes in an integer or V128 become F32 lanes of a type twice as wide. */
IRExpr *rule_widen_f16(const struct application *application)
{
  struct weave *weave = application->weave;
  IRExpr *shadow = application->shadows[0];
  if (weave_type(weave, shadow) == Ity_I64) {
    shadow = weave_unop(weave, Iop_64UtoV128, shadow);
    return rules_smear(application, weave_binop(weave, Iop_InterleaveLO16x8, shadow, shadow));
  }
  IRExpr *high = weave_binop(weave, Iop_InterleaveHI16x8, shadow, shadow);
  IRExpr *low = weave_binop(weave, Iop_InterleaveLO16x8, shadow, shadow);
  return rules_smear(application, weave_binop(weave, Iop_V128HLtoV256, high, low));
}

/* F32 lanes become F16 lanes of a type half as wide. */
IRExpr *rule_narrow_f32(const struct application *application)
{
  struct weave *weave = application->weave;
  IRExpr *lanes = rules_smear(application, application->shadows[1]);
  if (lanes && weave_type(weave, lanes) == Ity_V128) {
    lanes = weave_unop(weave, Iop_V128to64, weave_binop(weave, Iop_QNarrowBin32Sto16Sx8, lanes, lanes));
  } else if (lanes) {
    IRExpr *high = weave_unop(weave, Iop_V256toV128_1, lanes);
    lanes = weave_binop(weave, Iop_QNarrowBin32Sto16Sx8, high, weave_unop(weave, Iop_V256toV128_0, lanes));
  }
  return rules_either(application, lanes, rules_spread(application, application->shadows[0]));
}
