/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file is replaced as a whole or not at all. */
#include "host/base/replace_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/unit.h"

/* All happens in a folder of its own, whose files are counted. */
static char folder[] = "/tmp/seep-replace-file-XXXXXX", path[80];

static void setup(void)
{
  unit_make_folder(folder);
  snprintf(path, sizeof path, "%s/file", folder);
}

static void teardown(void)
{
  unit_remove_folder(folder);
}

static size_t count_files(void)
{
  size_t count = 0;
  DIR *entries = opendir(folder);
  ck_assert_ptr_nonnull(entries);
  for (struct dirent *entry; (entry = readdir(entries));)
    count += entry->d_name[0] != '.';
  closedir(entries);
  return count;
}

static void put(const char *file, const char *text)
{
  FILE *output = fopen(file, "w");
  ck_assert_ptr_nonnull(output);
  fputs(text, output);
  fclose(output);
}

static void expect(const char *file, const char *text)
{
  char found[80] = "";
  FILE *input = fopen(file, "r");
  ck_assert_ptr_nonnull(input);
  ck_assert(fread(found, 1, sizeof found - 1, input) < sizeof found - 1);
  fclose(input);
  ck_assert_str_eq(found, text);
}

static struct error *write_new(void *context, FILE *output)
{
  (void)context;
  fputs("new", output);
  return NULL;
}

static struct error *write_half(void *context, FILE *output)
{
  fputs("half", output);
  fflush(output);
  if (context)
    raise(*(const int *)context);
  return error_format("there is no more");
}

START_TEST(a_file_is_made)
{
  ck_no_error(replace_file(path, false, write_new, NULL));
  expect(path, "new");
  ck_assert_uint_eq(count_files(), 1);
}
END_TEST

START_TEST(a_file_is_replaced_and_keeps_its_mode)
{
  struct stat status;
  put(path, "old");
  ck_assert_int_eq(chmod(path, 0640), 0);
  ck_error_says(replace_file(path, false, write_new, NULL), "already exists");
  expect(path, "old");
  ck_no_error(replace_file(path, true, write_new, NULL));
  expect(path, "new");
  ck_assert_int_eq(stat(path, &status), 0);
  ck_assert_uint_eq(status.st_mode & 07777, 0640);
  ck_assert_uint_eq(count_files(), 1);
}
END_TEST

START_TEST(what_a_link_leads_to_is_replaced)
{
  char link[80];
  struct stat status;
  snprintf(link, sizeof link, "%s/link", folder);
  put(path, "old");
  ck_assert_int_eq(symlink("file", link), 0);
  ck_no_error(replace_file(link, true, write_new, NULL));
  expect(path, "new");
  ck_assert(lstat(link, &status) == 0 && S_ISLNK(status.st_mode));
}
END_TEST

START_TEST(the_working_directory_will_do)
{
  ck_assert_int_eq(chdir(folder), 0);
  ck_no_error(replace_file("file", true, write_new, NULL));
  expect(path, "new");
}
END_TEST

START_TEST(a_failure_leaves_all_as_it_was)
{
  put(path, "old");
  ck_error_says(replace_file(path, true, write_half, NULL), "there is no more");
  expect(path, "old");
  ck_assert_uint_eq(count_files(), 1);
}
END_TEST

static bool has_nameless_files(void)
{
  int fd = open(folder, O_TMPFILE | O_WRONLY, 0600);
  if (fd >= 0)
    close(fd);
  return fd >= 0;
}

START_TEST(so_does_death)
{
  static const int signals[] = {SIGSEGV, SIGKILL, SIGTERM};
  int status;
  if (!has_nameless_files())
    return;
  put(path, "old");
  pid_t child = fork();
  if (child == 0) {
    signal(signals[_i], SIG_DFL);
    _exit(replace_file(path, true, write_half, (void *)&signals[_i]) != NULL);
  }
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == signals[_i]);
  expect(path, "old");
  ck_assert_uint_eq(count_files(), 1);
}
END_TEST

START_TEST(names_that_are_taken_are_left_alone)
{
  char taken[120];
  snprintf(taken, sizeof taken, "%s.%ld-0", path, (long)getpid());
  put(taken, "somebody else's");
  ck_no_error(replace_file(path, true, write_new, NULL));
  expect(path, "new");
  expect(taken, "somebody else's");
  ck_assert_uint_eq(count_files(), 2);
}
END_TEST

START_TEST(what_is_no_file_stays)
{
  ck_error_says(replace_file(folder, true, write_new, NULL), "is not a regular file");
  ck_error_says(replace_file("/nonexistent/file", true, write_new, NULL), "/nonexistent/file");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("replace_file");
  TCase *tests = tcase_create("files");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, a_file_is_made);
  tcase_add_test(tests, a_file_is_replaced_and_keeps_its_mode);
  tcase_add_test(tests, what_a_link_leads_to_is_replaced);
  tcase_add_test(tests, the_working_directory_will_do);
  tcase_add_test(tests, a_failure_leaves_all_as_it_was);
  tcase_add_loop_test(tests, so_does_death, 0, 3);
  tcase_add_test(tests, names_that_are_taken_are_left_alone);
  tcase_add_test(tests, what_is_no_file_stays);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
