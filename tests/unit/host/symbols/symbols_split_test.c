/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Split debug information: the files that the rest of it is in, where they are looked for, and when they are not
 * taken. tests/symbols/formats compares what is in them with other tools. */
#include "support/symbols_fixture.h"
#include "host/symbols/symbols.h"
#include "unit/unit.h"

static const char without_split[] = "outer prog.c:5"; /* what the skeleton tells */

/* What the symbol "mark" of "whole" resolves to. */
static const char *resolve(const struct symbols_config *config)
{
  struct symbols_module module = support_module("whole");
  struct symbols *symbols;
  const struct frame *frames;
  size_t count;
  symbols_create(config, &symbols);
  symbols_resolve(symbols, &module, support_offset("whole", "mark"), &frames, &count);
  const char *text = support_text(frames, count);
  symbols_destroy(symbols);
  return text;
}

static const char *resolve_plainly(void)
{
  struct symbols_config config = support_config();
  return resolve(&config);
}

/* Two ways to write it. */
static const char *const versions[] = {"-gsplit-dwarf -gdwarf-4", "-gsplit-dwarf -gdwarf-5"};
enum { VERSIONS = sizeof versions / sizeof *versions };

START_TEST(file_where_it_was_compiled)
{
  if (!support_build(versions[_i]))
    return;
  ck_assert_str_eq(resolve_plainly(), support_everything);
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

/* The folder of the compiler is gone; the files have moved together. */
START_TEST(file_beside_the_program)
{
  if (!support_run("mkdir gone") || !support_build(versions[_i]) ||
      !support_run("cd gone && gcc -O1 -g %s -o ../whole ../prog.c && cd .. && mv gone/*.dwo . ; ls *.dwo",
                   versions[_i]) ||
      !support_run("rm -rf gone"))
    return;
  ck_assert_str_eq(resolve_plainly(), support_everything);
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

START_TEST(missing_file_is_said_once)
{
  if (!support_build(versions[_i]) || !support_run("rm *.dwo"))
    return;
  ck_assert_str_eq(resolve_plainly(), without_split);
  ck_assert_ptr_nonnull(strstr(support_warnings, ".dwo with a part of its debug information is not found"));
  ck_assert_ptr_eq(strchr(support_warnings, '\n'), strrchr(support_warnings, '\n'));
}
END_TEST

START_TEST(file_of_another_build)
{
  if (!support_build(versions[_i]) ||
      !support_run("mkdir kept && mv *.dwo kept && sed -i s/counter/other/g prog.c && gcc -O1 -g %s -o new prog.c && "
                   "for i in kept/*; do mv new-prog.dwo ${i#kept/}; done", versions[_i]))
    return;
  ck_assert_str_eq(resolve_plainly(), without_split);
  ck_assert_ptr_nonnull(strstr(support_warnings, "is of another build"));
}
END_TEST

START_TEST(damaged_file)
{
  if (!support_build(versions[_i]) ||
      !support_run("for i in *.dwo; do objcopy --remove-section .debug_abbrev.dwo $i; done"))
    return;
  ck_assert_str_eq(resolve_plainly(), without_split);
  ck_assert_ptr_nonnull(strstr(support_warnings, "its unit in .debug_info.dwo is damaged"));
  support_warnings[0] = '\0';
  ck_assert(support_run("for i in *.dwo; do echo rubbish >$i; done"));
  ck_assert_str_eq(resolve_plainly(), without_split);
  ck_assert_ptr_nonnull(strstr(support_warnings, ".dwo: not an ELF file"));
}
END_TEST

/* Cached answers do not outlive what they were made from. */
START_TEST(file_that_comes_later)
{
  struct symbols_config config = support_config();
  config.cache_dir = support_path("cache");
  if (!support_build(versions[_i]) || !support_run("mkdir kept && mv *.dwo kept"))
    return;
  ck_assert_str_eq(resolve(&config), without_split);
  ck_assert(support_run("mv kept/* ."));
  ck_assert_str_eq(resolve(&config), support_everything);
  ck_assert(support_run("rm *.dwo"));
  ck_assert_str_eq(resolve(&config), without_split);
}
END_TEST

/* llvm-dwp 14 does not end when it is given what gcc makes. */
static const char *const packers[VERSIONS] = {
  "dwp -e whole -o whole.dwp && rm *.dwo",
  "rm *.dwo && clang -O1 -g -gsplit-dwarf -gdwarf-5 -o whole prog.c && "
  "timeout 20 llvm-dwp -e whole -o whole.dwp && rm *.dwo",
};

START_TEST(package_beside_the_program)
{
  if (!support_build(versions[_i]) || !support_run("%s", packers[_i]))
    return;
  ck_assert_str_eq(resolve_plainly(), support_everything);
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

/* Of the program's package, or of a debug file's. */
START_TEST(package_beside_the_debug_file)
{
  if (!support_build(versions[_i]) ||
      !support_run("%s && mv whole.dwp whole.debug.dwp && objcopy --only-keep-debug whole whole.debug && "
                   "objcopy --strip-debug --add-gnu-debuglink=whole.debug whole", packers[_i]))
    return;
  ck_assert_str_eq(resolve_plainly(), support_everything);
  ck_assert_str_eq(support_warnings, "");
}
END_TEST

/* Words of the index: its version; how many columns, rows and slots there are. */
static const char *const damages[] = {
  "printf '\\007' | dd of=index bs=1 seek=0 conv=notrunc",
  "printf '\\377' | dd of=index bs=1 seek=4 conv=notrunc",
  "printf '\\377\\377\\377\\377' | dd of=index bs=1 seek=8 conv=notrunc",
  "printf '\\377\\377\\377\\377' | dd of=index bs=1 seek=12 conv=notrunc",
  "head -c 40 index >part && mv part index",
};

START_TEST(damaged_package)
{
  if (!support_build(versions[1]) ||
      !support_run("%s && objcopy -O binary --only-section=.debug_cu_index --set-section-flags "
                   ".debug_cu_index=alloc whole.dwp index && test -s index", packers[1]))
    return;
  ck_assert(support_run("%s; objcopy --update-section .debug_cu_index=index whole.dwp", damages[_i]));
  ck_assert_str_eq(resolve_plainly(), without_split);
  ck_assert_ptr_nonnull(strstr(support_warnings, ".debug_cu_index is damaged"));
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("symbols: split");
  TCase *tcase = tcase_create("split");
  tcase_add_checked_fixture(tcase, support_enter, support_leave);
  tcase_set_timeout(tcase, 60);
  tcase_add_loop_test(tcase, file_where_it_was_compiled, 0, VERSIONS);
  tcase_add_loop_test(tcase, file_beside_the_program, 0, VERSIONS);
  tcase_add_loop_test(tcase, missing_file_is_said_once, 0, VERSIONS);
  tcase_add_loop_test(tcase, file_of_another_build, 0, VERSIONS);
  tcase_add_loop_test(tcase, damaged_file, 0, VERSIONS);
  tcase_add_loop_test(tcase, file_that_comes_later, 0, VERSIONS);
  tcase_add_loop_test(tcase, package_beside_the_program, 0, VERSIONS);
  tcase_add_loop_test(tcase, package_beside_the_debug_file, 0, VERSIONS);
  tcase_add_loop_test(tcase, damaged_package, 0, sizeof damages / sizeof *damages);
  suite_add_tcase(suite, tcase);
  return unit_run(suite);
}
