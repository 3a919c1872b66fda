/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Logs of executed programs, written line by line by the tests. */
#include "host/model/findings/exec_log.h"
#include "unit/unit.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/seep-exec-log-XXXXXX";
static char path[sizeof folder + 16];
static FILE *file;

static void setup(void)
{
  unit_make_folder(folder);
  snprintf(path, sizeof path, "%s/execs.jsonl", folder);
  file = fopen(path, "w");
}

static void teardown(void)
{
  if (file)
    fclose(file);
  file = NULL;
  unit_remove_folder(folder);
}

static void image(const char *id, const char *parent, const char *more)
{
  fprintf(file, "{\"event\":\"image\",\"id\":\"%s\",\"pid\":%d,\"ppid\":1,\"time_ns\":5,\"exe\":\"/bin/%s\"", id,
          atoi(id), id);
  if (parent)
    fprintf(file, ",\"parent\":\"%s\"", parent);
  fprintf(file, ",\"directory\":\"/\",\"arguments\":[\"%s\",\"-v\"],%s}\n", id, more);
}

static struct exec_log *read_log(void)
{
  struct exec_log *log = NULL;
  fclose(file);
  file = NULL;
  ck_no_error(exec_log_read(folder, &log));
  return log;
}

static void announcement(const char *id, const char *exe, const char *more)
{
  fprintf(file, "{\"event\":\"exec\",\"id\":\"x%s\",\"parent\":\"10-a\",\"pid\":%d,\"exe\":\"%s\"%s}\n", id, atoi(id),
          exe, more);
}

START_TEST(who_was_announced_and_does_not_come_is_missed)
{
  image("10-a", NULL, "\"checked\":false,\"why\":\"not matched\"");
  announcement("11-b", "/bin/11-b", ",\"checked\":true");
  image("11-b", "10-a", "\"checked\":true");
  image("12-c", "10-a", "\"checked\":true");
  announcement("12-c", "/bin/12-c", ",\"checked\":true");
  announcement("12-c2", "/bin/12-c", ",\"checked\":true");
  announcement("13-d", "/bin/11-b", ",\"checked\":true");
  announcement("14-e", "/bin/e", ",\"why\":\"does not exist\"");
  struct exec_log *log = read_log();
  size_t count;
  exec_log_images(log, &count);
  ck_assert_uint_eq(count, 6);
  ck_assert_ptr_null(exec_log_image(log, "x11-b"));
  ck_assert_str_eq(exec_log_image(log, "x13-d")->why, "not seen to start");
  ck_assert_str_eq(exec_log_image(log, "x14-e")->why, "does not exist");
  ck_assert(exec_log_image(log, "x12-c") || exec_log_image(log, "x12-c2"));
  exec_log_destroy(log);
}
END_TEST

START_TEST(an_image_is_found_by_its_id)
{
  image("10-a", NULL, "\"checked\":false,\"why\":\"not matched\"");
  image("11-b", "10-a", "\"checked\":true,\"test\":\"one\",\"test_source\":\"automake\"");
  struct exec_log *log = read_log();
  size_t count;
  exec_log_images(log, &count);
  ck_assert_uint_eq(count, 2);
  const struct exec_image *found = exec_log_image(log, "11-b");
  ck_assert_ptr_nonnull(found);
  ck_assert_uint_eq(found->pid, 11);
  ck_assert_str_eq(found->parent, "10-a");
  ck_assert_str_eq(found->test, "one");
  ck_assert_str_eq(found->arguments[1], "-v");
  ck_assert_ptr_null(found->arguments[2]);
  ck_assert(found->is_checked);
  ck_assert_str_eq(exec_log_image(log, "10-a")->why, "not matched");
  ck_assert_ptr_null(exec_log_image(log, "12-c"));
  exec_log_destroy(log);
}
END_TEST

START_TEST(how_a_program_ended_is_kept)
{
  image("10-a", NULL, "\"checked\":true");
  image("11-b", "10-a", "\"checked\":true");
  image("12-c", "10-a", "\"checked\":true");
  fputs("{\"event\":\"end\",\"id\":\"10-a\",\"status\":3}\n{\"event\":\"end\",\"id\":\"11-b\",\"status\":0}\n"
        "{\"event\":\"end\",\"id\":\"12-c\",\"status\":\"0\"}\n", file);
  struct exec_log *log = read_log();
  ck_assert(exec_log_image(log, "10-a")->has_status && exec_log_image(log, "11-b")->has_status);
  ck_assert_uint_eq(exec_log_image(log, "10-a")->status, 3);
  ck_assert_uint_eq(exec_log_image(log, "11-b")->status, 0);
  ck_assert(!exec_log_image(log, "12-c")->has_status);
  ck_assert_uint_eq(exec_log_unreadable(log), 1);
  exec_log_destroy(log);
}
END_TEST

START_TEST(another_tool_of_valgrind_is_known_from_the_parent)
{
  image("10-a", NULL, "\"checked\":false,\"why\":\"not matched\"");
  image("10-b", "10-a", "\"checked\":false,\"why\":\"another checker\"");
  image("11-c", "10-b", "\"checked\":false,\"why\":\"another checker\"");
  image("12-d", NULL, "\"checked\":false,\"why\":\"another checker\"");
  fputs("{\"event\":\"unchecked\",\"id\":\"10-a\",\"why\":\"valgrind --tool=massif\"}\n", file);
  struct exec_log *log = read_log();
  ck_assert_str_eq(exec_log_image(log, "11-c")->why, "valgrind --tool=massif");
  ck_assert_str_eq(exec_log_image(log, "12-d")->why, "another checker");
  exec_log_destroy(log);
}
END_TEST

START_TEST(a_record_names_its_image)
{
  image("10-a", NULL, "\"checked\":true");
  struct exec_log *log = read_log();
  char *options[] = {"--quiet=no", "--suite-exec=10-a", NULL};
  ck_assert_ptr_eq(exec_log_of_options(log, options), exec_log_image(log, "10-a"));
  options[1] = NULL;
  ck_assert_ptr_null(exec_log_of_options(log, options));
  exec_log_destroy(log);
}
END_TEST

START_TEST(tests_found_later_hold_for_descendants)
{
  image("1-ctest", NULL, "\"checked\":false");
  image("2-sh", "1-ctest", "\"checked\":false");
  image("3-prog", "2-sh", "\"checked\":true,\"test\":\"dir/prog\",\"test_source\":\"program\"");
  image("4-own", "2-sh", "\"checked\":true,\"test\":\"inner\",\"test_source\":\"SEEP_TEST\"");
  fputs("{\"event\":\"test\",\"id\":\"2-sh\",\"test\":\"suite_a\",\"test_source\":\"ctest\"}\n", file);
  struct exec_log *log = read_log();
  ck_assert_str_eq(exec_log_image(log, "3-prog")->test, "suite_a");
  ck_assert_str_eq(exec_log_image(log, "3-prog")->test_source, "ctest");
  ck_assert_str_eq(exec_log_image(log, "4-own")->test, "inner");
  ck_assert_ptr_null(exec_log_image(log, "1-ctest")->test);
  exec_log_destroy(log);
}
END_TEST

START_TEST(images_are_amended)
{
  image("1-a", NULL, "\"checked\":true");
  fputs("{\"event\":\"unchecked\",\"id\":\"1-a\",\"why\":\"Argument list too long\"}\n", file);
  struct exec_log *log = read_log();
  size_t count;
  const struct exec_image *const *images = exec_log_images(log, &count);
  ck_assert_uint_eq(count, 1);
  ck_assert(!images[0]->is_checked);
  ck_assert_str_eq(images[0]->why, "Argument list too long");
  exec_log_destroy(log);
}
END_TEST

START_TEST(what_cannot_be_read_is_counted)
{
  image("1-a", NULL, "\"checked\":true");
  fputs("{\"event\":\"image\",\"id\":\"2-b\",\"ex{\"event\":\"image\",\"id\":\"3-c\"}\n", file);
  fputs("[]\n\n{\"event\":\"image\"}\n{\"event\":\"test\",\"id\":\"9-z\"}\n{\"event\":5}\n", file);
  for (int i = 0; i < 300000; i++)
    fputc('x', file);
  fputc('\n', file);
  image("1-a", NULL, "\"checked\":false");
  image("4-d", "4-d", "\"checked\":true,\"test\":7");
  fputs("{\"event\":\"ima", file);
  struct exec_log *log = read_log();
  size_t count;
  exec_log_images(log, &count);
  ck_assert_uint_eq(count, 2);
  ck_assert_uint_eq(exec_log_unreadable(log), 8);
  ck_assert(exec_log_image(log, "1-a")->is_checked);
  exec_log_destroy(log);
}
END_TEST

START_TEST(a_run_without_a_log_is_no_suite)
{
  fclose(file);
  file = NULL;
  unlink(path);
  struct exec_log *log = (void *)1;
  ck_no_error(exec_log_read(folder, &log));
  ck_assert_ptr_null(log);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("exec_log");
  TCase *tests = tcase_create("log");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, an_image_is_found_by_its_id);
  tcase_add_test(tests, who_was_announced_and_does_not_come_is_missed);
  tcase_add_test(tests, how_a_program_ended_is_kept);
  tcase_add_test(tests, another_tool_of_valgrind_is_known_from_the_parent);
  tcase_add_test(tests, a_record_names_its_image);
  tcase_add_test(tests, tests_found_later_hold_for_descendants);
  tcase_add_test(tests, images_are_amended);
  tcase_add_test(tests, what_cannot_be_read_is_counted);
  tcase_add_test(tests, a_run_without_a_log_is_no_suite);
  suite_add_tcase(suite, tests);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
