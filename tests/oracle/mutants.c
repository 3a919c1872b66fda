/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each mutant is a mistake that is easily made: a forgotten carry, operand, amount, lane border or sign, a decision
 * taken from undefined bits; or a rule that says too much, which is no danger but false alarms. */
#include "oracle/mutants.h"

#include <stdio.h>

#include "oracle/trial.h"

enum { MUTANT_SAMPLES = 4000 };

#define MUTANT(name) \
  static IRExpr *name(struct weave *weave, IROp op, unsigned count, IRExpr *const values[], IRExpr *const shadows[])

static IRExpr *first_of(IRExpr *const shadows[], unsigned count)
{
  for (unsigned i = 0; i < count; i++)
    if (shadows[i])
      return shadows[i];
  return NULL;
}

MUTANT(all_is_defined)
{
  return NULL;
}

MUTANT(only_first_operand)
{
  return shadows[0] ? definedness_of(weave, op, count, values, (IRExpr *[]){shadows[0], NULL, NULL, NULL}) : NULL;
}

MUTANT(as_if_xor)
{
  return shadows[0] && shadows[1] ? weave_or(weave, shadows[0], shadows[1]) : first_of(shadows, count);
}

MUTANT(undefined_zero_decides)
{
  if (!shadows[0] || !shadows[1])
    return definedness_of(weave, op, count, values, shadows);
  return weave_binop(weave, Iop_Or64, weave_binop(weave, Iop_And64, shadows[0], values[1]),
                     weave_binop(weave, Iop_And64, shadows[1], values[0]));
}

MUTANT(amount_is_defined)
{
  return shadows[0] ? weave_binop(weave, op, shadows[0], values[1]) : NULL;
}

MUTANT(lanes_of_wrong_width)
{
  return weave_unop(weave, Iop_CmpNEZ8x16, as_if_xor(weave, op, count, values, shadows));
}

MUTANT(sign_is_zero)
{
  return weave_unop(weave, Iop_32Uto64, shadows[0]);
}

MUTANT(forgets_one_bit)
{
  IRExpr *right = definedness_of(weave, op, count, values, shadows);
  return right ? weave_binop(weave, Iop_And64, right, weave_u64(~(1ull << 63))) : NULL;
}

MUTANT(any_difference_decides)
{
  IRExpr *any = as_if_xor(weave, op, count, values, shadows);
  IRExpr *is_open = weave_unop(weave, Iop_CmpNEZ64, any);
  return weave_binop(weave, Iop_And1, is_open, weave_binop(weave, Iop_CmpEQ64, values[0], values[1]));
}

MUTANT(all_is_undefined)
{
  IRType type = signature_of(op).result;
  return weave_spread(weave, weave_shadow_type(type), first_of(shadows, count));
}

MUTANT(undefined_from_nothing)
{
  return weave_ones(weave_shadow_type(signature_of(op).result));
}

static const struct mutant {
  struct subject subject;
  const char *mistake;
  v_bits_function *function;
  double ceiling;
} mutants[] = {
  {{"Add64", "add", {.op = Iop_Add64}}, "all_is_defined", all_is_defined, 100},
  {{"Add64", "add", {.op = Iop_Add64}}, "only_first_operand", only_first_operand, 100},
  {{"Add64", "add", {.op = Iop_Add64}}, "as_if_xor", as_if_xor, 100},
  {{"Sub64", "sub", {.op = Iop_Sub64}}, "as_if_xor", as_if_xor, 100},
  {{"Sub64", "sub", {.op = Iop_Sub64}}, "forgets_one_bit", forgets_one_bit, 100},
  {{"Mul64", "mul", {.op = Iop_Mul64}}, "as_if_xor", as_if_xor, 100},
  {{"And64", "and", {.op = Iop_And64}}, "undefined_zero_decides", undefined_zero_decides, 100},
  {{"And64", "and", {.op = Iop_And64}}, "as_if_xor", as_if_xor, 0},
  {{"Shl64", "shift", {.op = Iop_Shl64}}, "amount_is_defined", amount_is_defined, 100},
  {{"ShrN32x4", "shift", {.op = Iop_ShrN32x4}}, "amount_is_defined", amount_is_defined, 100},
  {{"CmpEQ64", "equal", {.op = Iop_CmpEQ64}}, "any_difference_decides", any_difference_decides, 100},
  {{"CmpEQ64", "equal", {.op = Iop_CmpEQ64}}, "only_first_operand", only_first_operand, 100},
  {{"32Sto64", "mirror", {.op = Iop_32Sto64}}, "sign_is_zero", sign_is_zero, 100},
  {{"Mul16x8", "lanes", {.op = Iop_Mul16x8}}, "lanes_of_wrong_width", lanes_of_wrong_width, 100},
  {{"Add64Fx2", "rounded_lanes", {.op = Iop_Add64Fx2}}, "all_is_defined", all_is_defined, 100},
  {{"64HLto128", "mirror", {.op = Iop_64HLto128}}, "all_is_undefined", all_is_undefined, 0},
  {{"CmpLT64U", "order", {.op = Iop_CmpLT64U}}, "all_is_undefined", all_is_undefined, 0},
  {{"Xor64", "either", {.op = Iop_Xor64}}, "undefined_from_nothing", undefined_from_nothing, 100},
};

unsigned mutants_missed(void)
{
  unsigned count = sizeof mutants / sizeof mutants[0], missed = 0;
  const struct trial trial = {.samples = MUTANT_SAMPLES, .seed = 1, .is_quiet = true};
  for (unsigned i = 0; i < count; i++) {
    const struct mutant *mutant = &mutants[i];
    struct subject subject = mutant->subject;
    subject.signature = signature_of(subject.signature.op);
    struct tally tally = trial_run(&trial, &subject, mutant->function);
    if (tally.wrong > 0 || tally_imprecision(&tally) > mutant->ceiling)
      continue;
    printf("not noticed: %s on %s\n", mutant->mistake, subject.name);
    missed++;
  }
  printf("%u wrong rules, %u not noticed\n", count, missed);
  return missed;
}
