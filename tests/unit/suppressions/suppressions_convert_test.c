/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What other tools' files become: entries that can be read, and mean the same. */
#include "unit/unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "suppressions/generate/convert.h"
#include "suppressions/suppressions.h"

static struct convert_counts counts;
static char warning[400];

static void warn(void *context, const char *message)
{
  (void)context;
  snprintf(warning, sizeof warning, "%s", message);
}

static struct error *convert(const char *text, size_t size, char **ret)
{
  size_t result_size;
  FILE *output = open_memstream(ret, &result_size);
  counts = (struct convert_counts){0};
  warning[0] = '\0';
  struct error *error = convert_text("a.txt", text, size, output, warn, NULL, &counts);
  fclose(output);
  return error;
}

/* What is converted, as a set. */
static struct suppressions *converted(const char *text)
{
  char *result;
  struct suppressions *set;
  ck_no_error(convert(text, strlen(text), &result));
  suppressions_create(&set);
  ck_no_error(suppressions_load_text(set, "converted", result, strlen(result)));
  ck_assert_uint_eq(suppressions_size(set), counts.written);
  free(result);
  return set;
}

/* --- LeakSanitizer --- */

static const struct frame stack[] = {
  {.function_linkage = "malloc", .function = "malloc", .object = "/x/vgpreload.so"},
  {.function_linkage = "_ZN3app5Cache3addEi", .function = "app::Cache::add(int)",
   .object = "/usr/lib/libcache.so.1", .directory = "/src/cache", .file = "cache.cc", .line = 7},
  {.function_linkage = "main", .function = "main", .object = "/bin/prog", .directory = "/src", .file = "main.c",
   .line = 3},
};

static const struct {
  const char *line;
  bool matches;
} leaks[] = {
  {"leak:app::Cache::add", true}, {"leak:Cache::add", true},  {"leak:ache::ad", true},  {"leak:^app::Cache", true},
  {"leak:^Cache", false},         {"leak:libcache.so", true}, {"leak:libcache", true},  {"leak:cache.cc", true},
  {"leak:src/cache", true},       {"leak:^main$", true},      {"leak:^mai$", false},    {"leak:prog", true},
  {"leak:c*e.cc", true},          {"leak:other", false},      {"leak:Cache::*(int)", true},
};

START_TEST(leak_patterns_mean_any_frame)
{
  struct suppressions *set = converted(leaks[_i].line);
  struct suppressions_finding finding = {"Leak", NULL, SUPPRESSIONS_DEFINITE, stack, 3, NULL, {0}};
  struct suppression *found;
  suppressions_match(set, &finding, &found);
  ck_assert(leaks[_i].matches == (found != NULL));
  finding.leak_kind = SUPPRESSIONS_REACHABLE;
  suppressions_match(set, &finding, &found);
  ck_assert_ptr_null(found);
  suppressions_destroy(set);
}
END_TEST

START_TEST(names_of_cxx_are_mangled_for_valgrind)
{
  char *result;
  ck_no_error(convert("leak:^app::Cache::add", 21, &result));
  ck_assert_ptr_nonnull(strstr(result, "   fun:*3app5Cache3add*\n"));
  free(result);
}
END_TEST

static const struct {
  const char *text, *warning;
} skipped[] = {
  {"# comment\nrace:foo\n", "a.txt:2: skipped: only \"leak:\""},
  {"leak:*\n", "it would hide every leak"},
  {"leak:\n", "it would hide every leak"},
  {"leak:^$\n", "it would hide every leak"},
  {"WARNING\nname=x\na!b\n", "a.txt:1: skipped: Memcheck has no such finding"},
  {"LEAK\n*\n...\n*!*\n", "no frame of it names anything"},
};

START_TEST(what_cannot_be_converted_is_said)
{
  struct suppressions *set = converted(skipped[_i].text);
  ck_assert_uint_eq(counts.written, 0);
  ck_assert_uint_eq(counts.skipped, 1);
  ck_assert_msg(strstr(warning, skipped[_i].warning) != NULL, "%s", warning);
  suppressions_destroy(set);
}
END_TEST

/* --- Dr. Memory --- */

START_TEST(blocks_become_entries)
{
  static const char text[] = "# x\nLEAK\nname=first one\nlibc.so.6!replace_malloc\nprog!app::Cache::add\nlibx.so!...\n"
                             "*!other*\nlibfoo.so*!*\nlibbar.so+0x123\n<not in a module>\n*\n\n"
                             "UNINITIALIZED READ\ninstruction=test %eax\nsystem call write\nprog!main\n";
  char *result;
  ck_no_error(convert(text, strlen(text), &result));
  ck_assert_ptr_nonnull(
    strstr(result, "{\n   first one\n   Memcheck:Leak\n   match-leak-kinds: definite,indirect\n   fun:malloc\n"
                   "   fun:*3app5Cache3add*\n   ...\n   fun:other*\n   obj:*/libfoo.so*\n   obj:*/libbar.so\n"
                   "   obj:*\n   obj:*\n}\n"));
  ck_assert_ptr_nonnull(strstr(result, "{\n   UNINITIALIZED READ\n   Memcheck:Cond\n"));
  ck_assert_ptr_nonnull(strstr(result, "   Memcheck:Value32\n"));
  ck_assert_uint_eq(counts.read, 2);
  ck_assert_uint_eq(counts.written, 8);
  free(result);
  suppressions_destroy(converted(text));
}
END_TEST

static const char *const hostile[] = {
  "LEAK\nname=}\na!b\n", "LEAK\nname=#\na!b\n", "LEAK\nname={\n}\n", "LEAK\n!\n", "LEAK\n!!\n", "LEAK\nfun:x\n",
  "leak:\"x\"\n", "leak:#\n", "leak:{\n", "leak:a\x01z\n", "leak:::\n", "leak:a::\n", "leak:a:1\n",
  "LEAK\nLEAK\nLEAK\n",
  "LEAK\na::\n", "LEAK\n+0x\n", "leak:^\n", "LEAK\n}\n",
};

START_TEST(hostile_files_become_files_that_can_be_read)
{
  suppressions_destroy(converted(hostile[_i]));
}
END_TEST

START_TEST(endless_blocks_are_skipped)
{
  char *text = NULL;
  size_t size;
  FILE *output = open_memstream(&text, &size);
  fputs("LEAK\n", output);
  for (int i = 0; i < 10000; i++)
    fputs("a!b\n", output);
  fclose(output);
  suppressions_destroy(converted(text));
  ck_assert_uint_eq(counts.skipped, 1);
  ck_assert_ptr_nonnull(strstr(warning, "too many frames"));
  free(text);
}
END_TEST

START_TEST(other_files_are_refused)
{
  char *result;
  ck_error_says(convert("{\n", 2, &result), "a.txt:1: expected \"leak:\"");
  free(result);
  ck_error_says(convert("\x7f" "ELF\0", 5, &result), "NUL byte");
  free(result);
  ck_no_error(convert("# nothing\n", 10, &result));
  free(result);
}
END_TEST

#define COUNT(array) (sizeof(array) / sizeof *(array))

int main(void)
{
  Suite *suite = suite_create("suppressions: other tools' files");
  TCase *tests = tcase_create("conversion");
  tcase_add_loop_test(tests, leak_patterns_mean_any_frame, 0, COUNT(leaks));
  tcase_add_test(tests, names_of_cxx_are_mangled_for_valgrind);
  tcase_add_loop_test(tests, what_cannot_be_converted_is_said, 0, COUNT(skipped));
  tcase_add_test(tests, blocks_become_entries);
  tcase_add_loop_test(tests, hostile_files_become_files_that_can_be_read, 0, COUNT(hostile));
  tcase_add_test(tests, endless_blocks_are_skipped);
  tcase_add_test(tests, other_files_are_refused);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
