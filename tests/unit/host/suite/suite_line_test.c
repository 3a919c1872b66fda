/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines of the log of executed programs, and the setup that says where it lies. */
#include "host/suite/preload/suite_line.h"
#include "host/suite/suite_files.h"
#include "unit/unit.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/seep-suite-line-XXXXXX";
static char path[sizeof folder + 16];

static void setup(void)
{
  unit_make_folder(folder);
  snprintf(path, sizeof path, "%s/log", folder);
  fclose(fopen(path, "w"));
}

static void teardown(void)
{
  unit_remove_folder(folder);
}

static json_t *written(void)
{
  json_error_t problem;
  json_t *object = json_load_file(path, 0, &problem);
  ck_assert_msg(object != NULL, "%s", problem.text);
  return object;
}

static const char *text_of(const json_t *object, const char *name)
{
  return json_string_value(json_object_get(object, name));
}

START_TEST(a_line_is_json)
{
  static struct suite_line line;
  char *arguments[] = {(char *)"a\"\\\n\t\x01", (char *)"\xc3\xa4\xff\xe2\x82\xed\xa0\x80\xf0\x9f\x98\x80", (char *)"",
                       NULL};
  suite_line_begin(&line, "image");
  suite_line_number(&line, "pid", 18446744073709551615u >> 1);
  suite_line_text(&line, "absent", NULL);
  suite_line_flag(&line, "checked", true);
  suite_line_arguments(&line, arguments);
  suite_line_text(&line, "why", "static");
  ck_assert(suite_line_write(&line, path, ""));
  json_t *object = written();
  ck_assert_str_eq(text_of(object, "event"), "image");
  ck_assert(json_integer_value(json_object_get(object, "pid")) == 9223372036854775807);
  ck_assert_ptr_null(json_object_get(object, "absent"));
  const json_t *list = json_object_get(object, "arguments");
  ck_assert_uint_eq(json_array_size(list), 3);
  ck_assert_str_eq(json_string_value(json_array_get(list, 0)), arguments[0]);
  ck_assert_str_eq(json_string_value(json_array_get(list, 1)),
                   "\xc3\xa4\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xf0\x9f\x98\x80");
  ck_assert_str_eq(text_of(object, "why"), "static");
  json_decref(object);
}
END_TEST

/* The file may be shown by anything. */
START_TEST(what_must_not_be_shown_is_escaped)
{
  static struct suite_line line;
  static const char name[] = "\xc2\x9b\xe2\x80\xae\xf3\xa0\x81\x81\x7f##[error]###vso[x]";
  char shown[512] = "";
  suite_line_begin(&line, "image");
  suite_line_text(&line, "exe", name);
  ck_assert(suite_line_write(&line, path, ""));
  FILE *file = fopen(path, "r");
  ck_assert_ptr_nonnull(fgets(shown, sizeof shown, file));
  fclose(file);
  ck_assert_ptr_nonnull(strstr(shown, "\"\\u009b\\u202e\\udb40\\udc41\\u007f\\u0023#[error]\\u0023\\u0023#vso[x]\""));
  json_t *object = written();
  ck_assert_str_eq(text_of(object, "exe"), name);
  json_decref(object);
}
END_TEST

START_TEST(what_does_not_fit_is_left_out)
{
  static struct suite_line line;
  static char large[SUITE_LINE_BYTES + 1];
  char *arguments[1000], words[1000][64];
  memset(large, 'x', sizeof large - 1);
  for (int i = 0; i < 999; i++) {
    memset(words[i], 'y', 63);
    words[i][63] = '\0';
    arguments[i] = words[i];
  }
  arguments[999] = NULL;
  suite_line_begin(&line, "image");
  suite_line_text(&line, "exe", large);
  suite_line_arguments(&line, arguments);
  suite_line_text(&line, "why", "static");
  ck_assert(suite_line_write(&line, path, ""));
  json_t *object = written();
  size_t kept = json_array_size(json_object_get(object, "arguments"));
  ck_assert_uint_gt(kept, 100);
  ck_assert_uint_eq(kept + json_integer_value(json_object_get(object, "arguments_left_out")), 999);
  ck_assert_ptr_null(json_object_get(object, "exe"));
  ck_assert_str_eq(text_of(object, "why"), "static");
  json_decref(object);
}
END_TEST

START_TEST(a_line_that_cannot_be_written_is_told_of)
{
  static struct suite_line line;
  suite_line_begin(&line, "image");
  ck_assert(!suite_line_write(&line, "/dev/full", ""));
  suite_line_begin(&line, "image");
  ck_assert(!suite_line_write(&line, "/nonexistent/log", ""));
}
END_TEST

static struct suite_setup some_setup(void)
{
  return (struct suite_setup){
    .log = "l",
    .faults = "f",
    .library = "/x/lib.so",
    .tool = "/t",
    .launcher = "/s",
    .native = "/n.so",
    .growth = "no",
    .parts = "/parts",
    .canary = "/c",
    .socket = "s",
    .tree = "/my tree",
    .timeout_factor = "20",
    .test_name = "",
    .full_share = "1/7",
    .full_state = "/run/suite.full",
    .full_options = "7",
    .only = {"a b", "c"},
    .options = {"--tool=seep", "--x=1 2"},
  };
}

START_TEST(a_setup_comes_back_as_it_was_written)
{
  static char buffer[SUITE_SETUP_BYTES + 1];
  static struct suite_setup found;
  struct suite_files files;
  struct suite_setup setup_in = some_setup();
  ck_no_error(suite_files_create(folder, &files));
  ck_no_error(suite_files_write_setup(files.setup, &setup_in));
  ck_assert(suite_setup_read(files.setup, buffer, &found));
  ck_assert_str_eq(found.tree, "/my tree");
  ck_assert_str_eq(found.only[0], "a b");
  ck_assert_str_eq(found.only[1], "c");
  ck_assert_ptr_null(found.only[2]);
  ck_assert_ptr_null(found.skip[0]);
  ck_assert_str_eq(found.options[1], "--x=1 2");
  setup_in.tree = "/a\nb";
  ck_error_says(suite_files_write_setup(files.setup, &setup_in), "line break");
  static struct suite_setup other;
  ck_assert(!suite_setup_read("/nonexistent", buffer, &other));
  suite_files_deinit(&files);
}
END_TEST

START_TEST(a_directory_holds_one_suite)
{
  struct suite_files first, second;
  ck_no_error(suite_files_create(folder, &first));
  ck_assert(!suite_files_have_fault(&first));
  ck_error_says(suite_files_create(folder, &second), "another suite is being recorded");
  close(first.lock);
  first.lock = -1;
  ck_error_says(suite_files_create(folder, &second), "earlier suite");
  unlink(first.log);
  unlink(first.faults);
  ck_assert(!suite_files_have_fault(&first));
  suite_files_set_fault(&first);
  ck_assert(suite_files_have_fault(&first));
  suite_files_deinit(&first);
  snprintf(path, sizeof path, "%s/p1.rec", folder);
  fclose(fopen(path, "w"));
  ck_error_says(suite_files_create(folder, &second), "earlier run");
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("suite_line");
  TCase *tests = tcase_create("files");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, a_line_is_json);
  tcase_add_test(tests, what_must_not_be_shown_is_escaped);
  tcase_add_test(tests, what_does_not_fit_is_left_out);
  tcase_add_test(tests, a_line_that_cannot_be_written_is_told_of);
  tcase_add_test(tests, a_setup_comes_back_as_it_was_written);
  tcase_add_test(tests, a_directory_holds_one_suite);
  suite_add_tcase(suite, tests);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
