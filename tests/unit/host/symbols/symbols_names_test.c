/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names: what Valgrind's encoding hides, what compilers mangle, and which of several is shown. */
#include "host/base/zencode.h"
#include "host/symbols/elf/symtab.h"
#include "host/symbols/symbols.h"
#include "unit/unit.h"

#include <stdio.h>
#include <string.h>

struct pair {
  const char *given, *expected;
};

static void check_pairs(char *(*function)(const char *), const struct pair *pairs, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    char *got = function(pairs[i].given);
    ck_assert_pstr_eq(got, pairs[i].expected);
    free(got);
  }
}
#define CHECK_PAIRS(function, pairs) check_pairs(function, pairs, sizeof pairs / sizeof *pairs)

START_TEST(zencoded_names_give_the_replaced_function)
{
  static const struct pair pairs[] = {
    {"_vgr10010ZU_libcZdsoZa_malloc", "malloc"},
    {"_vgr10030ZU_libstdcZpZpZa__Znwm", "_Znwm"},
    {"_vgr20290ZU_libcZdsoZa_bcmp", "bcmp"},
    {"_vgr00000ZU_NONE_f", "f"},
    {"_vgw00000ZZ_libpthreadZdsoZd0_pthreadZucreateZAZa", "pthread_create@*"},
    {"_vgr00000ZZ_NONE_ZLaZRZDbZPZcZhZpZsZSZZ", "(a)$b%:-+ /Z"},
  };
  CHECK_PAIRS(zencode_decode, pairs);
}
END_TEST

START_TEST(other_names_are_not_zencoded)
{
  static const struct pair pairs[] = {
    {"malloc", NULL},
    {"", NULL},
    {"_vgr", NULL},
    {"_vgr1001", NULL},
    {"_vgx10010ZU_libcZdsoZa_malloc", NULL},
    {"_vgr00001ZU_libcZdsoZa_malloc", NULL}, /* a priority without a class */
    {"_vgr10010ZX_libcZdsoZa_malloc", NULL},
    {"_vgr10010ZU_libcZdsoZa", NULL},
    {"_vgr10010ZU_libcZdsoZa_", NULL},
    {"_vgr10010ZZ_libcZdsoZa_mallocZ", NULL}, /* the escape is cut off */
    {"_vgr10010ZZ_libcZdsoZa_mallocZq", NULL},
  };
  CHECK_PAIRS(zencode_decode, pairs);
}
END_TEST

START_TEST(mangled_names_of_all_languages_are_demangled)
{
  static const struct pair pairs[] = {
    {"_Znwm", "operator new(unsigned long)"},
    {"_Z3fooi", "foo(int)"},
    {"_ZN2ns5ClassIiE6methodERKS1_", "ns::Class<int>::method(ns::Class<int> const&)"},
    {"_Znwm@@GLIBCXX_3.4", "operator new(unsigned long)"},
    {"_Z3fooi.part.0", "foo(int) [clone .part.0]"},
    {"_ZN4core3ptr4read17h0123456789abcdefE", "core::ptr::read"},
    {"_RNvC6_123foo3bar", "123foo::bar"},
    {"_D3foo3barFiZv", "foo.bar(int)"},
    {"malloc", NULL},
    {"", NULL},
    {"_Z", NULL},
    {"_start", NULL},
    {"_Dynamic", NULL},
  };
  CHECK_PAIRS(symbols_demangle, pairs);
}
END_TEST

START_TEST(ada_names)
{
  static const struct pair pairs[] = {
    {"ada__text_io__put_line", "ada.text_io.put_line"},
    {"_ada_main", "main"},
    {"lists__Oadd", "lists.\"+\""},
    {"malloc", NULL},
    {"_start", NULL},
    {"PyList_New", NULL},
    {"", NULL},
  };
  CHECK_PAIRS(symbols_demangle_ada, pairs);
}
END_TEST

/* Each argument is a pair of the two before it: 2^60 of the first. */
START_TEST(exploding_name_is_left_as_it_is)
{
  char name[2048] = "_Z1fI1aE1bIS_S_E";
  for (int i = 0; i < 60; i++) {
    char part[32];
    snprintf(part, sizeof part, "1bIS%c_S%c_E", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i % 30],
             "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i % 30]);
    strcat(name, part);
  }
  char *demangled = symbols_demangle(name);
  ck_assert(!demangled || strlen(demangled) < 1 << 20);
  free(demangled);
  char *long_name = malloc(1 << 20);
  memset(long_name, 'P', 1 << 20);
  memcpy(long_name, "_Z1f", 4);
  strcpy(long_name + (1 << 20) - 2, "i");
  ck_assert_ptr_null(symbols_demangle(long_name));
  free(long_name);
}
END_TEST

START_TEST(alias_is_chosen_as_in_memcheck)
{
  static const struct pair better_first[] = {
    {"bcmp", "memcmp"},
    {"malloc", "__libc_malloc"},
    {"memcpy@@GLIBC_2.14", "memcpy"},
    {"__libc_start_main@@GLIBC_2.34", "__libc_start_main"},
    {"foo@GLIBC_2.2.5", "foobar"},
    {"abc", "abd"},
    {"PMPI_Send", "MPI_Send"},
    {"x", "@VERSION"},
    {"xx", " "},
  };
  for (size_t i = 0; i < sizeof better_first / sizeof *better_first; i++) {
    ck_assert_msg(symtab_prefers(better_first[i].given, better_first[i].expected), "%s", better_first[i].given);
    ck_assert_msg(!symtab_prefers(better_first[i].expected, better_first[i].given), "%s", better_first[i].given);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("symbols: names");
  TCase *tcase = tcase_create("names");
  tcase_add_test(tcase, zencoded_names_give_the_replaced_function);
  tcase_add_test(tcase, other_names_are_not_zencoded);
  tcase_add_test(tcase, mangled_names_of_all_languages_are_demangled);
  tcase_add_test(tcase, ada_names);
  tcase_add_test(tcase, exploding_name_is_left_as_it_is);
  tcase_add_test(tcase, alias_is_chosen_as_in_memcheck);
  suite_add_tcase(suite, tcase);
  return unit_run(suite);
}
