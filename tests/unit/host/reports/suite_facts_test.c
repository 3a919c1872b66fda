/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is written of a suite is what is read again. */
#include "host/model/findings/suite_facts.h"
#include "unit/unit.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/seep-suite-facts-XXXXXX";
static char path[sizeof folder + 16];

static void setup(void)
{
  unit_make_folder(folder);
  snprintf(path, sizeof path, "%s/suite.json", folder);
}

static void teardown(void)
{
  unit_remove_folder(folder);
}

static void put(const char *text)
{
  FILE *file = fopen(path, "w");
  fputs(text, file);
  fclose(file);
}

static struct suite_facts some_facts(void)
{
  static char *command[] = {(char *)"make", (char *)"check", (char *)"V=it's", NULL};
  static char *skip[] = {(char *)"*_slow", NULL};
  return (struct suite_facts){
    .version = (char *)"0.2.0", .command = command, .directory = (char *)"/p\xff", .skip = skip,
    .started_ns = 1795273331500000000, .canary = SUITE_CANARY_SEEN,
  };
}

START_TEST(a_suite_that_runs_has_no_end)
{
  struct suite_facts facts = some_facts(), *found;
  ck_no_error(suite_facts_write(&facts, folder));
  ck_no_error(suite_facts_read(folder, &found));
  ck_assert_uint_eq(found->ended_ns, 0);
  ck_assert_uint_eq(found->started_ns, facts.started_ns);
  ck_assert_str_eq(found->command[2], "V=it's");
  ck_assert_ptr_null(found->command[3]);
  ck_assert_str_eq(found->skip[0], "*_slow");
  ck_assert_ptr_null(found->only[0]);
  ck_assert_str_eq(found->directory, "/p\\xff");
  ck_assert_int_eq(found->canary, SUITE_CANARY_SEEN);
  char *command;
  suite_facts_command(found, &command);
  ck_assert_str_eq(command, "make check 'V=it'\\''s'");
  free(command);
  suite_facts_destroy(found);
}
END_TEST

START_TEST(an_end_replaces_the_beginning)
{
  struct suite_facts facts = some_facts(), *found;
  char *problems[] = {(char *)"no space", NULL};
  ck_no_error(suite_facts_write(&facts, folder));
  facts.ended_ns = facts.started_ns + 1;
  facts.exit_status = 2;
  facts.problems = problems;
  ck_no_error(suite_facts_write(&facts, folder));
  ck_no_error(suite_facts_read(folder, &found));
  ck_assert_uint_eq(found->ended_ns, facts.ended_ns);
  ck_assert_uint_eq(found->exit_status, 2);
  ck_assert_uint_eq(found->signal, 0);
  ck_assert_str_eq(found->problems[0], "no space");
  suite_facts_destroy(found);
}
END_TEST

START_TEST(other_files_are_refused)
{
  struct suite_facts *found;
  put("{\"format\": 2}");
  ck_error_says(suite_facts_read(folder, &found), "newer Seep");
  put("[1]");
  ck_error_says(suite_facts_read(folder, &found), "does not describe a suite");
  put("{\"format\": 1,");
  ck_error_says(suite_facts_read(folder, &found), "line 1");
  put("{\"format\": 1, \"command\": 7, \"seep\": [], \"only\": [1, \"x\"], \"started_ns\": -5}");
  ck_no_error(suite_facts_read(folder, &found));
  ck_assert_str_eq(found->only[0], "x");
  ck_assert_uint_eq(found->started_ns, 0);
  suite_facts_destroy(found);
}
END_TEST

START_TEST(a_run_without_facts_is_no_suite)
{
  struct suite_facts *found = (void *)1;
  ck_no_error(suite_facts_read(folder, &found));
  ck_assert_ptr_null(found);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("suite_facts");
  TCase *tests = tcase_create("facts");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, a_suite_that_runs_has_no_end);
  tcase_add_test(tests, an_end_replaces_the_beginning);
  tcase_add_test(tests, other_files_are_refused);
  tcase_add_test(tests, a_run_without_facts_is_no_suite);
  suite_add_tcase(suite, tests);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
