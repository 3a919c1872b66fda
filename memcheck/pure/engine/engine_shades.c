/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shades of expressions: V bits by the rules of definedness.h, tags by which operand is undefined.
 *
 * Tags ride along with V bits and mean nothing where those are zero, so that a tag is never cleared. Code for tags is
 * made without asking whether anybody needs them: the compiler drops what no register, store or complaint uses. */
#include "memcheck/pure/engine/definedness.h"
#include "memcheck/pure/engine/engine_private.h"
#include "memcheck/pure/engine/flags.h"

#include <stddef.h>

static const struct shade defined = {NULL, NULL};

struct shade engine_shade_of_atom(const struct engine *engine, const IRExpr *atom)
{
  return atom->tag == Iex_RdTmp ? engine->shades[atom->Iex.RdTmp.tmp] : defined;
}

void engine_set_shade(struct engine *engine, IRTemp temporary, struct shade shade)
{
  engine->shades[temporary] = shade;
}

IRExpr *engine_merge_tags(struct engine *engine, struct shade a, struct shade b)
{
  if (!engine->policy->origins)
    return NULL;
  if (a.v_bits == NULL || a.tag == NULL || a.tag == b.tag)
    return b.tag;
  if (b.v_bits == NULL || b.tag == NULL)
    return a.tag;
  return weave_ite(&engine->weave, weave_spread(&engine->weave, Ity_I1, a.v_bits), a.tag, b.tag);
}

IRExpr *engine_fold_v_bits(struct weave *weave, IRExpr *v_bits)
{
  switch (weave_type(weave, v_bits)) {
  case Ity_I1:
    return weave_unop(weave, Iop_1Uto64, v_bits);
  case Ity_I8:
    return weave_unop(weave, Iop_8Uto64, v_bits);
  case Ity_I16:
    return weave_unop(weave, Iop_16Uto64, v_bits);
  case Ity_I32:
    return weave_unop(weave, Iop_32Uto64, v_bits);
  default:
    return weave_fold(weave, v_bits);
  }
}

void engine_collect_shade(struct engine *engine, struct shade *all, struct shade input)
{
  if (input.v_bits == NULL)
    return;
  input.v_bits = engine_fold_v_bits(&engine->weave, input.v_bits);
  if (all->v_bits == NULL) {
    *all = input;
    return;
  }
  all->tag = engine_merge_tags(engine, *all, input);
  all->v_bits = weave_or(&engine->weave, all->v_bits, input.v_bits);
}

struct shade engine_cast_shade(struct engine *engine, IRType type, struct shade all)
{
  if (all.v_bits != NULL)
    all.v_bits = weave_spread(&engine->weave, weave_shadow_type(type), all.v_bits);
  return all;
}

static struct shade shade_of_operation(struct engine *engine, IROp op, unsigned count, IRExpr *const operands[],
                                       enum use use)
{
  IRExpr *v_bits[DEFINEDNESS_OPERANDS_MAX] = {NULL};
  struct shade all = defined;
  for (unsigned i = 0; i < count; i++) {
    struct shade shade = engine_shade_of_atom(engine, operands[i]);
    v_bits[i] = shade.v_bits;
    if (shade.v_bits == NULL)
      continue;
    all.tag = all.v_bits == NULL ? shade.tag : engine_merge_tags(engine, shade, all);
    all.v_bits = shade.v_bits;
  }
  if (all.v_bits == NULL)
    return defined;
  if (!definedness_is_known(op))
    engine->policy->unknown_operation(op);
  engine->weave.exact = engine->policy->exact;
  engine->weave.loose = use == USE_AS_ADDRESS;
  all.v_bits = definedness_of(&engine->weave, op, count, operands, v_bits);
  return all.v_bits != NULL ? all : defined;
}

/* Bits in which two values differ, or are not both defined; NULL: not known, as they are no integers or vectors. */
static IRExpr *differing_bits(struct weave *weave, IRExpr *a, struct shade shade_a, IRExpr *b, struct shade shade_b)
{
  const IRType type = weave_type(weave, a);
  if (type == Ity_I1 || type != weave_shadow_type(type) || type == Ity_I128)
    return NULL;
  IRExpr *differ = weave_xor(weave, a, b);
  if (shade_a.v_bits != NULL)
    differ = weave_or(weave, differ, shade_a.v_bits);
  return shade_b.v_bits != NULL ? weave_or(weave, differ, shade_b.v_bits) : differ;
}

/* Undefinedness follows the chosen value, and an undefined choice makes undefined what is not the same in both. */
static struct shade shade_of_choice(struct engine *engine, IRExpr *condition, IRExpr *if_true, IRExpr *if_false)
{
  struct weave *weave = &engine->weave;
  IRType type = weave_shadow_type(weave_type(weave, if_true));
  struct shade chooser = engine_shade_of_atom(engine, condition);
  struct shade yes = engine_shade_of_atom(engine, if_true), no = engine_shade_of_atom(engine, if_false);
  struct shade result = defined;
  if (yes.v_bits != NULL || no.v_bits != NULL) {
    result.v_bits = weave_ite(weave, condition, yes.v_bits != NULL ? yes.v_bits : weave_zeros(type),
                              no.v_bits != NULL ? no.v_bits : weave_zeros(type));
    if (yes.tag != NULL && no.tag != NULL && yes.tag != no.tag)
      result.tag = weave_ite(weave, condition, yes.tag, no.tag);
    else
      result.tag = yes.tag != NULL ? yes.tag : no.tag;
  }
  if (chooser.v_bits == NULL)
    return result;
  IRExpr *spread = weave_spread(weave, type, chooser.v_bits),
         *differ = differing_bits(weave, if_true, yes, if_false, no);
  if (differ != NULL)
    spread = weave_and(weave, spread, differ);
  if (result.v_bits == NULL)
    return (struct shade){spread, chooser.tag};
  IRExpr *tag = engine_merge_tags(engine, chooser, result);
  return (struct shade){weave_or(weave, spread, result.v_bits), tag};
}

/* By a rule, if there is one; false: there is not. */
static bool find_by_rule(struct engine *engine, IRCallee *callee, IRExpr **arguments, struct shade *shade)
{
  IRExpr *v_bits[2];
  if (arguments[0] == NULL || arguments[1] == NULL)
    return false;
  for (unsigned i = 0; i < 2; i++) {
    if (is_IRExpr_VECRET_or_GSPTR(arguments[i]))
      return false;
    v_bits[i] = engine_shade_of_atom(engine, arguments[i]).v_bits;
  }
  return (v_bits[0] != NULL || v_bits[1] != NULL) &&
         definedness_of_call(&engine->weave, callee, arguments, v_bits, &shade->v_bits);
}

/* VEX's helpers that work out flags, and what says which of them are open; the operands from `operands` on are values
 * and have V bits, which go behind them. */
static const struct flags_helper {
  const char *name, *name_of_ours;
  void *function;
  unsigned operands;
} flags_helpers[] = {
  {"amd64g_calculate_condition", "flags_condition", (void *)flags_condition, 2},
  {"amd64g_calculate_rflags_c", "flags_carry", (void *)flags_carry, 1},
  {"amd64g_calculate_rflags_all", "flags_all", (void *)flags_all, 1},
};

static const struct flags_helper *find_flags_helper(const IRCallee *callee)
{
  for (unsigned i = 0; i < sizeof flags_helpers / sizeof flags_helpers[0]; i++)
    if (weave_is_helper(callee, flags_helpers[i].name))
      return &flags_helpers[i];
  return NULL;
}

static IRExpr *v_bits_or_zero(const struct engine *engine, const IRExpr *atom)
{
  IRExpr *v_bits = engine_shade_of_atom(engine, atom).v_bits;
  return v_bits != NULL ? v_bits : weave_u64(0);
}

static IRExpr *v_bits_of_flags(struct engine *engine, const struct flags_helper *helper, IRExpr **arguments)
{
  enum { VALUES = 2 };
  const unsigned end = helper->operands + VALUES;
  IRExpr **asked = LibVEX_Alloc((Int)((end + VALUES + 1) * sizeof *asked));
  for (unsigned i = 0; i < end; i++)
    asked[i] = arguments[i];
  for (unsigned i = 0; i < VALUES; i++)
    asked[end + i] = v_bits_or_zero(engine, arguments[helper->operands + i]);
  asked[end + VALUES] = NULL;
  return weave_assign(&engine->weave, Ity_I64,
                      mkIRExprCCall(Ity_I64, 0, helper->name_of_ours, helper->function, asked));
}

/* A helper without side effects: of most, its arguments that matter make its result undefined. */
static struct shade shade_of_call(struct engine *engine, IRCallee *callee, IRType type, IRExpr **arguments)
{
  struct shade all = defined;
  for (unsigned i = 0; arguments[i] != NULL; i++)
    if ((callee->mcx_mask & (1u << i)) == 0 && !is_IRExpr_VECRET_or_GSPTR(arguments[i]))
      engine_collect_shade(engine, &all, engine_shade_of_atom(engine, arguments[i]));
  if (find_by_rule(engine, callee, arguments, &all))
    return all;
  const struct flags_helper *helper = find_flags_helper(callee);
  if (all.v_bits == NULL || helper == NULL || !engine->policy->exact)
    return engine_cast_shade(engine, type, all);
  return (struct shade){v_bits_of_flags(engine, helper, arguments), all.tag};
}

struct shade engine_shade_of(struct engine *engine, IRExpr *expression, enum use use)
{
  switch (expression->tag) {
  case Iex_Get:
    return engine_get_register(engine, expression->Iex.Get.offset, expression->Iex.Get.ty);
  case Iex_GetI:
    return engine_get_indexed_register(engine, expression->Iex.GetI.descr, expression->Iex.GetI.ix,
                                       expression->Iex.GetI.bias);
  case Iex_Load:
    return engine_load(engine, expression->Iex.Load.addr, expression->Iex.Load.ty, NULL);
  case Iex_CCall:
    return shade_of_call(engine, expression->Iex.CCall.cee, expression->Iex.CCall.retty, expression->Iex.CCall.args);
  case Iex_ITE:
    return shade_of_choice(engine, expression->Iex.ITE.cond, expression->Iex.ITE.iftrue, expression->Iex.ITE.iffalse);
  case Iex_Unop:
    return shade_of_operation(engine, expression->Iex.Unop.op, 1, &expression->Iex.Unop.arg, use);
  case Iex_Binop: {
    IRExpr *const operands[] = {expression->Iex.Binop.arg1, expression->Iex.Binop.arg2};
    return shade_of_operation(engine, expression->Iex.Binop.op, 2, operands, use);
  }
  case Iex_Triop: {
    const IRTriop *op = expression->Iex.Triop.details;
    IRExpr *const operands[] = {op->arg1, op->arg2, op->arg3};
    return shade_of_operation(engine, op->op, 3, operands, use);
  }
  case Iex_Qop: {
    const IRQop *op = expression->Iex.Qop.details;
    IRExpr *const operands[] = {op->arg1, op->arg2, op->arg3, op->arg4};
    return shade_of_operation(engine, op->op, 4, operands, use);
  }
  default:
    return engine_shade_of_atom(engine, expression);
  }
}
