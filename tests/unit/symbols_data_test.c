/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What lies at an address of a module's data, and where its parts are. */
#include "symbols/symbols.h"
#include "unit/symbols_support.h"
#include "unit/unit.h"

#include <stdio.h>
#include <string.h>

static const char source[] =
  "int big_table[100] = {1};\n"
  "int zeros[100];\n"
  "static int hidden = 7;\n"
  "__thread int first = 1;\n"
  "static __thread char second[64];\n"
  "static int next(void) { static int count = 3; return ++count + ++hidden; }\n"
  "int main(int argc, char **argv) { second[argc] = 1; return next() + first; }\n";

static bool build(const char *flags)
{
  support_write("prog.c", source);
  return support_run("gcc -O0 %s -o prog prog.c", flags);
}

static struct symbols *open_symbols(void)
{
  struct symbols_config config = support_config();
  struct symbols *symbols;
  ck_no_error(symbols_create(&config, &symbols));
  return symbols;
}

/* The variable so many bytes behind the start of a symbol, as "name+offset of size". */
static const char *variable_at(const char *program, enum symbols_area area, uint64_t address)
{
  static char text[256];
  struct symbols *symbols = open_symbols();
  struct symbols_module module = support_module(program);
  struct symbols_variable variable;
  ck_no_error(symbols_variable(symbols, &module, area, address, &variable));
  ck_assert_uint_ge(address, variable.start);
  snprintf(text, sizeof text, "%s+%llu of %llu", variable.name ? variable.name : "???",
           (unsigned long long)(address - variable.start), (unsigned long long)variable.bytes);
  symbols_destroy(symbols);
  return text;
}

START_TEST(variables_are_found_in_data_and_bss)
{
  if (!build(""))
    return;
  ck_assert_str_eq(variable_at("prog", SYMBOLS_DATA, support_address("prog", "big_table") + 12), "big_table+12 of 400");
  ck_assert_str_eq(variable_at("prog", SYMBOLS_DATA, support_address("prog", "zeros") + 399), "zeros+399 of 400");
  ck_assert_str_eq(variable_at("prog", SYMBOLS_DATA, support_address("prog", "hidden")), "hidden+0 of 4");
  ck_assert_str_eq(variable_at("prog", SYMBOLS_DATA, support_address("prog", "count")), "count+0 of 4");
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

START_TEST(thread_local_variables_are_found_by_offset)
{
  if (!build(""))
    return;
  ck_assert_str_eq(variable_at("prog", SYMBOLS_TLS, support_address("prog", "first")), "first+0 of 4");
  ck_assert_str_eq(variable_at("prog", SYMBOLS_TLS, support_address("prog", "second") + 8), "second+8 of 64");
  ck_assert_str_eq(variable_at("prog", SYMBOLS_TLS, 1 << 20), "???+0 of 0");
}
END_TEST

/* The answer for an address without a name holds up to the next variable. */
START_TEST(holes_between_variables_have_a_size)
{
  struct symbols_variable variable;
  if (!build("-Wl,--build-id=none") || !support_run("strip --strip-all prog -o stripped"))
    return;
  uint64_t address = support_address("prog", "zeros");
  struct symbols *symbols = open_symbols();
  struct symbols_module module = support_module("stripped");
  ck_no_error(symbols_variable(symbols, &module, SYMBOLS_DATA, address, &variable));
  ck_assert_ptr_null(variable.name);
  ck_assert_uint_le(variable.start, address);
  ck_assert_uint_ge(variable.start + variable.bytes, address + 400);
  symbols_destroy(symbols);
}
END_TEST

START_TEST(layout_tells_segments_and_thread_local_storage)
{
  struct symbols_layout layout;
  if (!build("-pie -fPIE"))
    return;
  struct symbols *symbols = open_symbols();
  struct symbols_module module = support_module("prog");
  ck_no_error(symbols_layout(symbols, &module, support_offset("prog", "main"), &layout));
  ck_assert_uint_eq(layout.address, support_address("prog", "main"));
  uint64_t zeros = support_address("prog", "zeros");
  size_t holders = 0;
  for (size_t i = 0; i < layout.segment_count; i++)
    if (zeros >= layout.segments[i].start && zeros < layout.segments[i].end) {
      holders++;
      ck_assert(layout.segments[i].is_writable);
    }
  ck_assert_uint_eq(holders, 1);
  ck_assert_uint_ge(layout.tls_bytes, 68);
  ck_assert_uint_ge(layout.tls_alignment, 4);
  ck_no_error(symbols_layout(symbols, &module, 1 << 30, &layout));
  ck_assert_uint_eq(layout.segment_count, 0);
  symbols_destroy(symbols);
}
END_TEST

/* Packed answers hold where the program is not. */
START_TEST(packed_answers_need_no_program)
{
  struct symbols_config config = support_config();
  struct symbols *symbols;
  struct symbols_variable variable;
  struct symbols_layout layout;
  if (!build(""))
    return;
  struct symbols_module module = support_module("prog");
  uint64_t address = support_address("prog", "zeros"), offset = support_offset("prog", "main");
  config.packed_dir = support_path("packed");
  for (int round = 0; round < 2; round++) {
    config.packs = round == 0;
    ck_no_error(symbols_create(&config, &symbols));
    ck_no_error(symbols_variable(symbols, &module, SYMBOLS_DATA, address, &variable));
    ck_assert_pstr_eq(variable.name, "zeros");
    ck_no_error(symbols_layout(symbols, &module, offset, &layout));
    ck_assert_uint_gt(layout.segment_count, 0);
    symbols_destroy(symbols);
    ck_assert(support_run("rm -f prog"));
  }
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("symbols: data");
  TCase *tcase = tcase_create("data");
  tcase_add_checked_fixture(tcase, support_enter, support_leave);
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, variables_are_found_in_data_and_bss);
  tcase_add_test(tcase, thread_local_variables_are_found_by_offset);
  tcase_add_test(tcase, holes_between_variables_have_a_size);
  tcase_add_test(tcase, layout_tells_segments_and_thread_local_storage);
  tcase_add_test(tcase, packed_answers_need_no_program);
  suite_add_tcase(suite, tcase);
  return unit_run(suite);
}
