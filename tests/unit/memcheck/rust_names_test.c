/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which names are rustc's. */
#include "memcheck/pure/modules/rust_names.h"

#include "unit/unit.h"

static const struct {
  const char *name;
  bool is_of_rust;
} cases[] = {
  {"_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc", true},
  {"_RINvNtCs1_5alloc4sync3newlE", true},
  {"_ZN5alloc4sync12Arc$LT$T$GT$3new17h0123456789abcdefE", true},
  {"_ZN5alloc4sync12Arc$LT$T$GT$3new17h0123456789abcdefE.llvm.1234", true},
  {"__rust_alloc", true},
  {"__rust_alloc_zeroed", true},
  {"__rust_realloc", true},
  {"__rdl_alloc", true},
  {"__rg_alloc", true},
  {"_ZN5alloc4sync3newEv", false},                        /* of C++ */
  {"_ZN5alloc4sync3new17h0123456789abcdeE", false},       /* 15 digits */
  {"_ZN5alloc4sync3new17h0123456789abcdeGE", false},
  {"_ZN17h0123456789abcdefE", true},
  {"17h0123456789abcdefE", false},
  {"_R", false},
  {"_R0v", false},
  {"_Read", false},
  {"malloc", false},
  {"", false},
};

START_TEST(names_are_known_by_their_form)
{
  ck_assert_msg(rust_names_is(cases[_i].name) == cases[_i].is_of_rust, "%s", cases[_i].name);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("rust_names");
  TCase *tcase = tcase_create("rust_names");
  tcase_add_loop_test(tcase, names_are_known_by_their_form, 0, sizeof cases / sizeof *cases);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
