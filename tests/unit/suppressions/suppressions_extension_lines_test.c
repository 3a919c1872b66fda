/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Extras of entries: what is taken, under which conditions an entry holds, and when its limits are broken. */
#include "unit/unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "suppressions/library_name.h"
#include "suppressions/suppressions.h"

static struct suppressions *set;

static void set_up(void)
{
  suppressions_create(&set);
}

static void tear_down(void)
{
  suppressions_destroy(set);
}

static struct error *load(const char *extensions)
{
  char *text;
  ck_assert_int_gt(asprintf(&text, "{\n n\n %s\n Memcheck:Leak\n fun:f\n}\n", extensions), 0);
  struct error *error = suppressions_load_text(set, "a.supp", text, strlen(text));
  free(text);
  return error;
}

static const struct suppressions_library libraries[] = {
  {"glibc", "2.36"}, {"libglib-2.0", "0.7400.6"}, {"libodd", "a"},
};
static const struct suppressions_context context = {
  {[EXTENSION_EXE] = "/usr/bin/python3.11", [EXTENSION_TESTS] = "unit/list"},
  "x86_64",
  "linux",
  libraries,
  sizeof libraries / sizeof *libraries,
};

static struct suppression *match_in(const struct suppressions_context *where)
{
  static const struct frame frame = {.function_linkage = "f"};
  struct suppressions_finding finding = {"Leak", NULL, SUPPRESSIONS_DEFINITE, &frame, 1, where, {0}};
  struct suppression *found;
  suppressions_match(set, &finding, &found);
  return found;
}

/* --- reading --- */

static const struct {
  const char *line, *message; /* NULL: taken; "remark": text like any other */
} lines[] = {
  {"#: max-bytes: 4096", NULL},
  {"#: max-bytes:4k", "remark"},
  {"#: max-bytes: 4k", NULL},
  {"#: max-bytes: 16 MiB", NULL},
  {"#: max-bytes: 1GB", NULL},
  {"#: max-bytes: 4x", "a.supp:3: expected \"#: max-bytes: \" and a number of bytes"},
  {"#: max-bytes: -1", "number of bytes"},
  {"#: max-bytes:", "number of bytes"},
  {"#: max-bytes: 99999999999999999999", "number of bytes"},
  {"#: max-bytes: 18446744073709551615k", "number of bytes"},
  {"#: max-bytes: 4 4", "number of bytes"},
  {"#: max-bytes: 1\n#: max-bytes: 2", "a.supp:4: expected each of the extras once"},
  {"#: max-block: 4", "\"#: max-blocks: \""},
  {"#: max-blocks: 4", NULL},
  {"#: max-blocks: 4k", "a number of blocks"},
  {"#: expect: 1", NULL},
  {"#: expect: 1-3", NULL},
  {"#: expect: 3-1", "N, N-M or N+"},
  {"#: expect: 1+", NULL},
  {"#: expect: +", "N, N-M or N+"},
  {"#: expect: 1-", "N, N-M or N+"},
  {"#: expires: 2026-12-31", NULL},
  {"#: expires: 2026-13-01", "YYYY-MM-DD"},
  {"#: expires: 2026-04-31", "YYYY-MM-DD"},
  {"#: expires: 2026-1-1", "YYYY-MM-DD"},
  {"#: expires: soon", "YYYY-MM-DD"},
  {"#: expire: 2026-12-31", "\"#: expires: \""},
  {"#: owner: the core team <core@example.org>", NULL},
  {"#: owner:", "who is responsible"},
  {"#: owners: x", "\"#: owner: \""},
  {"#: bug: https://example.org/12", NULL},
  {"#: bugs: all of them", "remark"},
  {"#: exe: python*, /usr/bin/perl", NULL},
  {"#: exe: a,,b", "patterns of programs"},
  {"#: tests: net/*", NULL},
  {"#: if: glibc>=2.36, arch=x86_64", NULL},
  {"#: if: glibc", "conditions such as"},
  {"#: if: arch<x86_64", "conditions such as"},
  {"#: if: >=2", "conditions such as"},
  {"#: if: a b=2", "conditions such as"},
  {"#: if: glibc=>2", "conditions such as"},
  {"#: reads: past-end", NULL},
  {"#: reads: over", "\"#: reads: \" and past-end"},
  {"#: a::f(int)", "remark"},
  {"#: see: elsewhere", "remark"},
};

START_TEST(lines_are_checked)
{
  bool is_remark = lines[_i].message && strcmp(lines[_i].message, "remark") == 0;
  if (lines[_i].message && !is_remark) {
    ck_error_says(load(lines[_i].line), lines[_i].message);
    ck_assert_uint_eq(suppressions_size(set), 0);
    return;
  }
  ck_no_error(load(lines[_i].line));
  const struct suppression *entry = suppressions_at(set, 0);
  ck_assert_ptr_nonnull(entry->remarks);
  ck_assert_uint_eq(entry->line, 1);
  ck_assert_uint_eq(entry->end_line, 6);
}
END_TEST

/* --- what findings are like --- */

START_TEST(an_entry_for_reads_past_the_end_is_for_no_others)
{
  static const struct frame frame = {.function_linkage = "f"};
  struct suppressions_finding finding = {"Leak", NULL, SUPPRESSIONS_DEFINITE,           &frame,
                                         1,      NULL, {[EXTENSION_READS] = "past-end"}};
  struct suppression *found;
  ck_no_error(load("#: reads: past-end"));
  suppressions_match(set, &finding, &found);
  ck_assert_ptr_nonnull(found);
  ck_assert_ptr_null(match_in(&context));
}
END_TEST

/* --- conditions --- */

static const struct {
  const char *line;
  bool holds;
} conditions[] = {
  {"#: exe: python*", true},         {"#: exe: python", false},           {"#: exe: /usr/bin/py*", true},
  {"#: exe: /bin/py*", false},       {"#: exe: perl, python3.11", true},  {"#: tests: unit/*", true},
  {"#: tests: list", true},          {"#: tests: net/*", false},          {"#: if: arch=x86_64", true},
  {"#: if: arch!=x86_64", false},    {"#: if: arch=x86*", true},          {"#: if: os=linux", true},
  {"#: if: os=hurd", false},         {"#: if: glibc>=2.36", true},        {"#: if: glibc>2.36", false},
  {"#: if: glibc >= 2.4", true},     {"#: if: glibc<2.40", true},         {"#: if: glibc==2.36", true},
  {"#: if: glibc!=2.35", true},      {"#: if: glibc=2.*", true},          {"#: if: libglib-2.0<0.7500", true},
  {"#: if: libglib-2.0<0.800", false}, {"#: if: libqt<5", false},         {"#: if: libqt!=5", false},
  {"#: if: glibc>=2.36, os=linux", true}, {"#: if: glibc>=2.37, os=linux", false},
  {"#: exe: python*\n#: tests: net/*", false}, {"#: bug: 1", true},
};

START_TEST(entries_hold_under_their_conditions)
{
  ck_no_error(load(conditions[_i].line));
  ck_assert(conditions[_i].holds == (match_in(&context) != NULL));
  ck_assert((strstr(conditions[_i].line, "bug") != NULL) == (match_in(NULL) != NULL));
}
END_TEST

static const struct {
  const char *line;
  bool holds;
} parts[] = {
  {"#: tests: dir/all.py", true},     {"#: tests: all.py", true},      {"#: tests: all.py::Some", true},
  {"#: tests: all.py::Some::one", true}, {"#: tests: *::one", true},   {"#: tests: one", false},
  {"#: tests: Some", false},          {"#: tests: all", false},        {"#: tests: all.py::So", false},
};

START_TEST(a_test_is_part_of_what_its_name_begins_with)
{
  struct suppressions_context within = context;
  within.facts[EXTENSION_TESTS] = "dir/all.py::Some::one";
  ck_no_error(load(parts[_i].line));
  ck_assert(parts[_i].holds == (match_in(&within) != NULL));
}
END_TEST

START_TEST(a_program_of_libtool_is_the_program)
{
  struct suppressions_context within = context;
  within.facts[EXTENSION_EXE] = "/build/.libs/lt-prog";
  ck_no_error(load("#: exe: prog"));
  ck_no_error(load("#: exe: lt-prog"));
  ck_assert_ptr_eq(match_in(&within), suppressions_at(set, 0));
  within.facts[EXTENSION_EXE] = "/usr/bin/prog";
  ck_assert_ptr_eq(match_in(&within), suppressions_at(set, 0));
  within.facts[EXTENSION_EXE] = "/usr/bin/xlt-prog";
  ck_assert_ptr_null(match_in(&within));
}
END_TEST

START_TEST(the_next_entry_has_its_turn)
{
  ck_no_error(load("#: exe: perl"));
  ck_no_error(load("#: exe: python*"));
  ck_assert_ptr_eq(match_in(&context), suppressions_at(set, 1));
}
END_TEST

static const struct {
  const char *path, *name, *version;
} files[] = {
  {"/usr/lib/libglib-2.0.so.0.7400.6", "libglib-2.0", "0.7400.6"}, {"/lib/libc.so.6", "libc", "6"},
  {"/lib/libc-2.31.so", "libc", "2.31"}, {"libx.so", "libx", ""}, {"/a/libfoo-bar.so", "libfoo-bar", ""},
  {"/a.so.1/prog", "prog", ""}, {"/bin/x.something", "x.something", ""}, {"", "", ""}, {"/", "", ""}, {".so", "", ""},
  {"/lib/-2.so", "-2", ""},
};

START_TEST(files_tell_names_and_versions)
{
  struct library_name name = library_name(files[_i].path);
  ck_assert_uint_eq(name.name_bytes, strlen(files[_i].name));
  ck_assert_uint_eq(name.version_bytes, strlen(files[_i].version));
  ck_assert_int_eq(strncmp(name.name, files[_i].name, name.name_bytes), 0);
  ck_assert_int_eq(strncmp(name.version, files[_i].version, name.version_bytes), 0);
}
END_TEST

/* --- limits --- */

static void count(uint64_t findings, uint64_t bytes, uint64_t blocks)
{
  struct suppression *entry = match_in(&context);
  struct suppressions_use use = {entry, findings, {[EXTENSION_MAX_BYTES] = bytes, [EXTENSION_MAX_BLOCKS] = blocks}};
  suppressions_count_process(set, &context, &use, entry ? 1 : 0);
}

/* The one break there is, or NULL. */
static char *broken(void)
{
  struct suppressions_unmet *breaks;
  size_t found;
  suppressions_find_unmet(set, 1800000000 /* 2027-01-15 */, &breaks, &found);
  ck_assert_uint_le(found, 1);
  char *message = found ? strdup(breaks[0].message) : NULL;
  suppressions_unmet_release(breaks, found);
  return message;
}

static const struct {
  const char *line, *message; /* NULL: holds */
} limits[] = {
  {"#: max-bytes: 100", NULL},
  {"#: max-bytes: 99", "a.supp:1: \"n\": max-bytes is 99, but the entry hides 100 bytes in one process"},
  {"#: max-blocks: 3", NULL},
  {"#: max-blocks: 2", "max-blocks is 2, but the entry hides 3 blocks"},
  {"#: expect: 3", NULL},
  {"#: expect: 1", "expect is 1, but the entry matched 3 findings"},
  {"#: expect: 4+", "expect is 4+"},
  {"#: expect: 2-3", NULL},
  {"#: expires: 2027-01-15", NULL},
  {"#: expires: 2027-01-14\n#: owner: me\n#: bug: 7",
   "expired after 2027-01-14; remove the entry or give it another date (owner me, bug 7)"},
};

/* Two processes: limits look at the larger one, what is expected at the sum. */
START_TEST(limits_are_kept_or_broken)
{
  ck_no_error(load(limits[_i].line));
  count(1, 100, 1);
  count(2, 50, 3);
  char *message = broken();
  ck_assert((message != NULL) == (limits[_i].message != NULL));
  if (message)
    ck_assert_msg(strstr(message, limits[_i].message) != NULL, "%s", message);
  free(message);
}
END_TEST

START_TEST(what_is_expected_must_come)
{
  ck_no_error(load("#: expect: 1"));
  ck_assert_ptr_null(broken()); /* nothing has run */
  suppressions_count_process(set, &context, NULL, 0);
  char *message = broken();
  ck_assert_ptr_nonnull(strstr(message, "matched 0 findings; does the code it waits for still run"));
  free(message);
}
END_TEST

START_TEST(what_cannot_match_is_not_expected)
{
  ck_no_error(load("#: expect: 1\n#: exe: perl"));
  suppressions_count_process(set, &context, NULL, 0);
  ck_assert_ptr_null(broken());
}
END_TEST

/* Two runs, each with a set of its own: the sums are judged. */
START_TEST(counts_of_runs_add_up)
{
  struct suppressions *sum;
  struct suppressions_unmet *breaks;
  size_t found;
  suppressions_create(&sum);
  for (unsigned run = 0; run < 2; run++) {
    suppressions_destroy(set);
    suppressions_create(&set);
    ck_no_error(load("#: expect: 1\n#: max-bytes: 60"));
    ck_no_error(load("#: bug: 1"));
    count(1, 50, 1);
    suppressions_add_counts(sum, set);
  }
  suppressions_find_unmet(sum, 0, &breaks, &found);
  ck_assert_uint_eq(suppressions_size(sum), 1);
  ck_assert_uint_eq(found, 1);
  ck_assert_ptr_nonnull(strstr(breaks[0].message, "expect is "));
  ck_assert_ptr_nonnull(strstr(breaks[0].message, "matched 2 findings"));
  suppressions_unmet_release(breaks, found);
  suppressions_destroy(sum);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("suppressions: extras");
  TCase *tests = tcase_create("extras");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_loop_test(tests, lines_are_checked, 0, sizeof lines / sizeof *lines);
  tcase_add_test(tests, an_entry_for_reads_past_the_end_is_for_no_others);
  tcase_add_loop_test(tests, entries_hold_under_their_conditions, 0, sizeof conditions / sizeof *conditions);
  tcase_add_loop_test(tests, files_tell_names_and_versions, 0, sizeof files / sizeof *files);
  tcase_add_loop_test(tests, a_test_is_part_of_what_its_name_begins_with, 0, sizeof parts / sizeof *parts);
  tcase_add_test(tests, a_program_of_libtool_is_the_program);
  tcase_add_test(tests, the_next_entry_has_its_turn);
  tcase_add_loop_test(tests, limits_are_kept_or_broken, 0, sizeof limits / sizeof *limits);
  tcase_add_test(tests, what_is_expected_must_come);
  tcase_add_test(tests, what_cannot_match_is_not_expected);
  tcase_add_test(tests, counts_of_runs_add_up);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
