/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules of VEX's helpers: functions of 64-bit words that its code calls for what it has no operation for. They are
 * known by their names. Of all others, any undefined argument makes the whole result undefined. */
#include <stddef.h>

#include "memcheck/pure/engine/rules.h"

/* Words of 64 bits; V bits of defined ones are NULL. One of the two, at least, is not. */
struct call {
  struct weave *weave;
  IRCallee *callee;
  IRExpr *values[2], *v_bits[2];
};

typedef IRExpr *call_rule(const struct call *call);

static IRExpr *any_of(const struct call *call)
{
  IRExpr *const *v_bits = call->v_bits;
  if (!v_bits[0] || !v_bits[1])
    return v_bits[0] ? v_bits[0] : v_bits[1];
  return weave_or(call->weave, v_bits[0], v_bits[1]);
}

/* All ones in each 16-bit lane of a word that is not known to be zero. */
static IRExpr *may_differ_from_zero(const struct call *call, unsigned i)
{
  IRExpr *highest = call->v_bits[i] ? weave_or(call->weave, call->values[i], call->v_bits[i]) : call->values[i];
  return lanes_smear(call->weave, 16, highest);
}

/* Each sum of two products of lanes side by side; a factor that is known to be zero makes its product known. */
static IRExpr *sums_of_products(const struct call *call)
{
  struct weave *weave = call->weave;
  IRExpr *open = lanes_smear(weave, 16, any_of(call));
  for (unsigned i = 0; i < 2; i++)
    open = weave_and(weave, open, may_differ_from_zero(call, i));
  return lanes_smear(weave, 32, open);
}

/* All of so many low bits; the others are always zero. */
static IRExpr *low_bits(const struct call *call, unsigned count)
{
  IRExpr *spread = weave_spread(call->weave, Ity_I64, any_of(call));
  return weave_and(call->weave, spread, weave_u64((1ull << count) - 1));
}

/* Eight differences of bytes. */
static IRExpr *sum_of_differences(const struct call *call)
{
  return low_bits(call, 11);
}

/* 16 bits, and where they were found among eight. */
static IRExpr *least_word(const struct call *call)
{
  return low_bits(call, 19);
}

/* Bits go where a mask sends them, which is anywhere when that is undefined. */
static IRExpr *moved_by_mask(const struct call *call)
{
  IRExpr *moved = NULL, *anywhere = NULL;
  if (call->v_bits[0]) {
    IRExpr **arguments = mkIRExprVec_2(call->v_bits[0], call->values[1]);
    moved = weave_assign(call->weave, Ity_I64, IRExpr_CCall(call->callee, Ity_I64, arguments));
  }
  if (call->v_bits[1])
    anywhere = weave_spread(call->weave, Ity_I64, call->v_bits[1]);
  return moved && anywhere ? weave_or(call->weave, moved, anywhere) : moved ? moved : anywhere;
}

static const struct known_call {
  const char *name;
  call_rule *rule;
} known_calls[] = {
  {"amd64g_calculate_mmx_pmaddwd", sums_of_products},
  {"amd64g_calculate_mmx_psadbw", sum_of_differences},
  {"amd64g_calculate_sse_phminposuw", least_word},
  {"amd64g_calculate_pdep", moved_by_mask},
  {"amd64g_calculate_pext", moved_by_mask},
};

bool definedness_of_call(struct weave *weave, IRCallee *callee, IRExpr *const values[], IRExpr *const shadows[],
                         IRExpr **ret)
{
  for (size_t i = 0; i < sizeof known_calls / sizeof *known_calls; i++)
    if (weave_is_helper(callee, known_calls[i].name)) {
      *ret = known_calls[i].rule(&(struct call){weave, callee, {values[0], values[1]}, {shadows[0], shadows[1]}});
      return true;
    }
  return false;
}
