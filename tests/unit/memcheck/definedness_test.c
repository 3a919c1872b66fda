/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What callers of definedness.h rely on; whether the rules are right is tests/oracle's matter. */
#include "memcheck/pure/engine/definedness.h"

#include <stdio.h>
#include <stdlib.h>

#include "libvex.h"
#include "unit/unit.h"

static struct weave weave;

__attribute__((noreturn)) static void gave_up(void)
{
  abort();
}

static void says(const HChar *text, SizeT bytes)
{
  fwrite(text, 1, bytes, stderr);
}

static void setup(void)
{
  VexControl control;
  LibVEX_default_VexControl(&control);
  LibVEX_Init(gave_up, says, 0, &control);
  weave = (struct weave){.block = emptyIRSB()};
}

static IRExpr *some(IRType type)
{
  return weave_get(&weave, 0, type);
}

START_TEST(defined_operands_make_no_code)
{
  IRExpr *values[] = {some(Ity_I64), some(Ity_I64)}, *shadows[] = {NULL, NULL};
  int before = weave.block->stmts_used;
  ck_assert_ptr_null(definedness_of(&weave, Iop_Add64, 2, values, shadows));
  ck_assert_ptr_null(definedness_of(&weave, Iop_AddD64, 2, values, shadows));
  ck_assert_int_eq(weave.block->stmts_used, before);
}
END_TEST

START_TEST(the_result_has_the_shadow_type)
{
  IRExpr *values[] = {some(Ity_I32), some(Ity_F64), some(Ity_F64)};
  IRExpr *shadows[] = {NULL, some(Ity_I64), NULL};
  IRExpr *v_bits = definedness_of(&weave, Iop_AddF64, 3, values, shadows);
  ck_assert_ptr_nonnull(v_bits);
  ck_assert(isIRAtom(v_bits));
  ck_assert_int_eq(weave_type(&weave, v_bits), Ity_I64);
}
END_TEST

START_TEST(a_factor_of_zero_makes_the_product_defined)
{
  IRExpr *values[] = {some(Ity_I32), IRExpr_Const(IRConst_U32(0))}, *shadows[] = {some(Ity_I32), NULL};
  ck_assert_ptr_null(definedness_of(&weave, Iop_Mul32, 2, values, shadows));
}
END_TEST

START_TEST(an_unknown_operation_is_pessimistic)
{
  ck_assert(definedness_is_known(Iop_Add64));
  ck_assert(!definedness_is_known(Iop_AddD64));
  ck_assert(!definedness_is_known(Iop_INVALID));
  ck_assert(!definedness_is_known(Iop_LAST));
  IRExpr *values[] = {some(Ity_I64), some(Ity_I64)}, *shadows[] = {NULL, some(Ity_I64)};
  IRExpr *v_bits = definedness_of(&weave, Iop_DivU64, 2, values, shadows);
  ck_assert_ptr_nonnull(v_bits);
  ck_assert_int_eq(weave_type(&weave, v_bits), Ity_I64);
}
END_TEST

START_TEST(spreading_goes_from_any_type_to_any)
{
  static const IRType types[] = {Ity_I1, Ity_I8, Ity_I16, Ity_I32, Ity_I64, Ity_V128, Ity_V256};
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
    for (size_t j = 0; j < sizeof types / sizeof types[0]; j++) {
      IRExpr *v_bits = types[i] == Ity_I1 ? weave_unop(&weave, Iop_64to1, some(Ity_I64)) : some(types[i]);
      ck_assert_int_eq(weave_type(&weave, weave_spread(&weave, types[j], v_bits)), types[j]);
    }
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("definedness");
  TCase *tcase = tcase_create("definedness");
  tcase_add_checked_fixture(tcase, setup, NULL);
  tcase_add_test(tcase, defined_operands_make_no_code);
  tcase_add_test(tcase, the_result_has_the_shadow_type);
  tcase_add_test(tcase, a_factor_of_zero_makes_the_product_defined);
  tcase_add_test(tcase, an_unknown_operation_is_pessimistic);
  tcase_add_test(tcase, spreading_goes_from_any_type_to_any);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run_apart(make_suite());
}
