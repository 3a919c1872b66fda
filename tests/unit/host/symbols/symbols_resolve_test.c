/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Addresses of freshly compiled programs to functions, files and lines. */
#include "support/symbols_fixture.h"
#include "host/symbols/symbols.h"
#include "unit/unit.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char source[] =
  "extern int printf(const char *, ...);\n"
  "int counter;\n"
  "int table[10] = {1};\n"
  "#define MARK(name) __asm__ volatile(\".globl \" #name \"\\n\" #name \": nop\")\n"
  "static inline __attribute__((always_inline)) void innermost(void)\n"
  "{\n"
  "  MARK(mark_innermost); /* innermost line */\n"
  "}\n"
  "static inline __attribute__((always_inline)) void middle(int i)\n"
  "{\n"
  "  if (i) {\n"
  "    int block = i;\n"
  "    counter += block;\n"
  "    innermost(); /* middle line */\n"
  "  }\n"
  "}\n"
  "__attribute__((noinline)) int outer(int i)\n"
  "{\n"
  "  middle(i); /* outer line */\n"
  "  MARK(mark_outer); /* plain line */\n"
  "  return counter;\n"
  "}\n"
  "int main(int argc, char **argv)\n"
  "{\n"
  "  MARK(mark_main); /* main line */\n"
  "  return outer(argc) == 0;\n"
  "}\n";

static void check_frame(const struct frame *frame, const char *function, const char *marker, bool is_inlined)
{
  ck_assert_pstr_eq(frame->function, function);
  ck_assert_pstr_eq(frame->function_linkage, function);
  ck_assert_pstr_eq(frame->file, "prog.c");
  ck_assert_uint_eq(frame->line, support_line(source, marker));
  ck_assert_int_eq(frame->is_inlined, is_inlined);
  if (strcmp(marker, "outer line") == 0 || strcmp(marker, "middle line") == 0) /* where an inlined function is called */
    ck_assert_uint_eq(frame->column, strcmp(marker, "outer line") == 0 ? 3 : 5);
}

/* Check every kind of frame of a program; `labels` is the file that has the labels still. */
static void check_program(const char *program, const char *labels, const struct symbols_config *config)
{
  struct symbols *symbols;
  const struct frame *frames;
  size_t count;
  struct symbols_module module = support_module(program);
  symbols_create(config, &symbols);
  symbols_resolve(symbols, &module, support_offset(labels, "mark_innermost"), &frames, &count);
  ck_assert_uint_eq(count, 3);
  check_frame(&frames[0], "innermost", "innermost line", true);
  check_frame(&frames[1], "middle", "middle line", true);
  check_frame(&frames[2], "outer", "outer line", false);
  ck_assert_str_eq(frames[2].directory, getcwd((char[4096]){0}, 4096));
  symbols_resolve(symbols, &module, support_offset(labels, "mark_outer"), &frames, &count);
  ck_assert_uint_eq(count, 1);
  check_frame(&frames[0], "outer", "plain line", false);
  symbols_resolve(symbols, &module, support_offset(labels, "mark_main"), &frames, &count);
  ck_assert_uint_eq(count, 1);
  check_frame(&frames[0], "main", "main line", false);
  symbols_destroy(symbols);
}

/* Build with extra flags and check; silently not when the compiler does not know them. */
static bool build_and_check(const char *compiler, const char *flags)
{
  struct symbols_config config = support_config();
  support_write("prog.c", source);
  if (!support_run("%s -O1 -g %s -o prog prog.c", compiler, flags))
    return false;
  check_program("prog", "prog", &config);
  ck_assert_str_eq(support_warnings, "");
  return true;
}

static const char *const dwarf_flags[] = {"-gdwarf-2", "-gdwarf-3", "-gdwarf-4", "-gdwarf-5"};

START_TEST(gcc_program_of_each_dwarf_version)
{
  build_and_check("gcc", dwarf_flags[_i]);
}
END_TEST

START_TEST(clang_program_of_each_dwarf_version)
{
  build_and_check("clang", dwarf_flags[_i]);
}
END_TEST

static const char *const link_flags[] = {
  "-static",
  "-no-pie",
  "-static-pie",
  "-gz=zlib",
  "-gz=zlib-gnu",
  "-Wl,--build-id=none",
  "-ffunction-sections -Wl,--gc-sections",
  "-flto", "-gdwarf-5 -gdwarf64",
  "-Wl,-z,noseparate-code",
  "-Wl,-Ttext-segment=0x10000000 -no-pie",
};
enum { LINK_FLAGS = sizeof link_flags / sizeof *link_flags };

START_TEST(program_of_each_linkage)
{
  build_and_check("gcc", link_flags[_i]);
}
END_TEST

static bool build_plain(void)
{
  support_write("prog.c", source);
  return support_run("gcc -O1 -g -o prog prog.c");
}

/* Strict DWARF 2 knows neither ranges nor call sites: units are found through .debug_aranges. */
START_TEST(units_without_ranges_are_found)
{
  struct symbols_config config = support_config();
  struct symbols *symbols;
  const struct frame *frames;
  size_t count;
  support_write("prog.c", source);
  if (!support_run("gcc -O1 -g -gdwarf-2 -gstrict-dwarf -ffunction-sections -o prog prog.c"))
    return;
  struct symbols_module module = support_module("prog");
  symbols_create(&config, &symbols);
  symbols_resolve(symbols, &module, support_offset("prog", "mark_outer"), &frames, &count);
  ck_assert_uint_eq(count, 1);
  check_frame(&frames[0], "outer", "plain line", false);
  symbols_destroy(symbols);
}
END_TEST

START_TEST(stripped_program_has_dynamic_symbols_only)
{
  struct symbols_config config = support_config();
  struct symbols *symbols;
  const struct frame *frames;
  size_t count;
  if (!build_plain() || !support_run("gcc -O1 -rdynamic -o plain prog.c && cp plain stripped && strip stripped"))
    return;
  struct symbols_module module = support_module("stripped");
  symbols_create(&config, &symbols);
  symbols_resolve(symbols, &module, support_offset("plain", "mark_outer"), &frames, &count);
  ck_assert_uint_eq(count, 1);
  ck_assert_pstr_eq(frames[0].function, "outer");
  ck_assert_ptr_null(frames[0].file);
  ck_assert_uint_eq(frames[0].line, 0);
  symbols_destroy(symbols);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("symbols: resolve");
  TCase *tcase = tcase_create("resolve");
  tcase_add_checked_fixture(tcase, support_enter, support_leave);
  tcase_set_timeout(tcase, 60);
  tcase_add_loop_test(tcase, gcc_program_of_each_dwarf_version, 0, sizeof dwarf_flags / sizeof *dwarf_flags);
  tcase_add_loop_test(tcase, clang_program_of_each_dwarf_version, 0, sizeof dwarf_flags / sizeof *dwarf_flags);
  tcase_add_loop_test(tcase, program_of_each_linkage, 0, LINK_FLAGS);
  tcase_add_test(tcase, units_without_ranges_are_found);
  tcase_add_test(tcase, stripped_program_has_dynamic_symbols_only);
  suite_add_tcase(suite, tcase);
  return unit_run(suite);
}
