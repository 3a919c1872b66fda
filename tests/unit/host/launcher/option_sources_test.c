/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options from files and the environment: their order, their quoting, and whose files are trusted. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/launcher/prepare/option_sources.h"
#include "tests/unit/unit.h"

static char home[] = "/tmp/seep-sources-XXXXXX", here[] = "/tmp/seep-sources-XXXXXX";
static struct options *options;
static char warnings[4096];

static void keep_warning(void *context, const char *message)
{
  strncat(warnings, message, sizeof warnings - strlen(warnings) - 1);
}

static void setup(void)
{
  unit_make_folder(home);
  unit_make_folder(here);
  ck_assert_int_eq(chdir(here), 0);
  ck_no_error(options_create(false, &options));
  *warnings = '\0';
}

static void teardown(void)
{
  options_destroy(options);
  ck_assert_int_eq(chdir("/"), 0);
  unit_remove_folder(home);
  unit_remove_folder(here);
}

static void write_file(const char *directory, const char *name, const char *text)
{
  char path[256];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  FILE *file = fopen(path, "w");
  ck_assert_ptr_nonnull(file);
  fputs(text, file);
  fclose(file);
}

static struct sources from(const char *valgrind_opts, const char *seep_opts)
{
  return (struct sources){.home = home, .working_directory = here, .valgrind_opts = valgrind_opts,
                          .seep_opts = seep_opts, .warn = keep_warning};
}

START_TEST(later_sources_win)
{
  static const char *const order[] = {"1", "2", "3", "4", "5", "6"};
  struct sources sources = from("--num-callers=2 --freelist-vol=2", "--num-callers=5 --error-exitcode=5");
  write_file(home, ".valgrindrc", "--num-callers=1 --max-threads=1 --freelist-vol=1");
  write_file(here, ".valgrindrc", "--num-callers=3");
  write_file(home, ".seeprc", "--num-callers=4 --error-exitcode=4");
  ck_no_error(option_sources_read(options, &sources));
  ck_assert_str_eq(options_text(options, OPTION_max_threads), order[0]);
  ck_assert_str_eq(options_text(options, OPTION_freelist_vol), order[1]);
  ck_assert_str_eq(options_text(options, OPTION_num_callers), order[4]);
  ck_assert_str_eq(options_text(options, OPTION_error_exitcode), order[4]);
  write_file(here, ".seeprc", "--num-callers=6");
  ck_no_error(option_sources_read(options, &sources));
  ck_assert_str_eq(options_text(options, OPTION_num_callers), order[5]);
}
END_TEST

START_TEST(quotes_hold_words_together)
{
  static const char text[] = " --log-file='a b'\n\t\"--suppressions=c d\" --suppressions=e'\"'f\n";
  ck_no_error(option_sources_read_text(options, text, "test"));
  ck_assert_str_eq(options_text(options, OPTION_log_file), "a b");
  ck_assert_str_eq(options_at(options, OPTION_suppressions, 0), "c d");
  ck_assert_str_eq(options_at(options, OPTION_suppressions, 1), "e\"f");
}
END_TEST

START_TEST(messages_name_the_source)
{
  struct sources sources = from("--leak-chek=full", NULL);
  ck_error_says(option_sources_read(options, &sources), "VALGRIND_OPTS: unknown option --leak-chek=full");
  write_file(here, ".seeprc", "word");
  sources = from(NULL, NULL);
  ck_error_says(option_sources_read(options, &sources), "./.seeprc: unknown option word");
}
END_TEST

START_TEST(a_file_that_others_can_write_is_left_out)
{
  struct sources sources = from(NULL, NULL);
  char path[256];
  write_file(home, ".valgrindrc", "--num-callers=1");
  snprintf(path, sizeof path, "%s/.valgrindrc", home);
  ck_assert_int_eq(chmod(path, 0666), 0);
  ck_no_error(option_sources_read(options, &sources));
  ck_assert_str_eq(options_text(options, OPTION_num_callers), "12");
  ck_assert_ptr_nonnull(strstr(warnings, ".valgrindrc was not read"));
  remove(path);
  ck_assert_int_eq(mkfifo(path, 0600), 0);
  *warnings = '\0';
  ck_no_error(option_sources_read(options, &sources));
  ck_assert_ptr_nonnull(strstr(warnings, ".valgrindrc was not read"));
}
END_TEST

START_TEST(at_home_files_count_once)
{
  struct sources sources = from(NULL, NULL);
  sources.working_directory = home;
  write_file(here, ".valgrindrc", "--num-callers=3");
  write_file(home, ".seeprc", "-v");
  ck_no_error(option_sources_read(options, &sources));
  ck_assert_int_eq(options_number(options, OPTION_verbose), 1);
  ck_assert_str_eq(options_text(options, OPTION_num_callers), "12");
}
END_TEST

START_TEST(another_tool_in_valgrinds_sources_is_for_valgrind)
{
  struct sources sources = from("--tool=massif --massif:depth=3", NULL);
  ck_no_error(option_sources_read(options, &sources));
  sources = from(NULL, "--tool=massif");
  ck_error_says(option_sources_read(options, &sources), "SEEP_OPTS");
}
END_TEST

static Suite *sources_suite(void)
{
  Suite *suite = suite_create("sources");
  TCase *tests = tcase_create("sources");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, later_sources_win);
  tcase_add_test(tests, quotes_hold_words_together);
  tcase_add_test(tests, messages_name_the_source);
  tcase_add_test(tests, a_file_that_others_can_write_is_left_out);
  tcase_add_test(tests, at_home_files_count_once);
  tcase_add_test(tests, another_tool_in_valgrinds_sources_is_for_valgrind);
  suite_add_tcase(suite, tests);
  return suite;
}

int main(void)
{
  return unit_run(sources_suite());
}
