/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What standard input is, and having it again. */
#include "host/launcher/prepare/recorded_input.h"

#include <fcntl.h>
#include <unistd.h>

#include "unit/unit.h"

static char folder[] = "/tmp/seep-input-XXXXXX";
static int saved;

static void setup(void)
{
  unit_make_folder(folder);
  ck_assert_int_eq(chdir(folder), 0);
  FILE *file = fopen("input", "w");
  ck_assert_ptr_nonnull(file);
  fputs("0123456789", file);
  ck_assert_int_eq(fclose(file), 0);
  saved = dup(STDIN_FILENO);
}

static void teardown(void)
{
  dup2(saved, STDIN_FILENO);
  close(saved);
  unit_remove_folder(folder);
}

static void become(int fd)
{
  ck_assert_int_ge(fd, 0);
  ck_assert_int_eq(dup2(fd, STDIN_FILENO), STDIN_FILENO);
  close(fd);
}

static void is_described(const char *expected)
{
  char *what = recorded_input_describe();
  ck_assert_str_eq(what, expected);
  free(what);
}

static const char *in_folder(const char *format)
{
  static char text[256];
  snprintf(text, sizeof text, format, folder);
  return text;
}

START_TEST(what_it_is)
{
  int ends[2];
  become(open("input", O_RDONLY));
  is_described(in_folder("0:%s/input"));
  ck_assert_int_eq(lseek(STDIN_FILENO, 3, SEEK_SET), 3);
  is_described(in_folder("3:%s/input"));
  become(open("/dev/null", O_RDONLY));
  is_described("none");
  become(open("/dev/zero", O_RDONLY));
  is_described("other");
  ck_assert_int_eq(pipe(ends), 0);
  become(ends[0]);
  is_described("pipe");
  close(ends[1]);
  close(STDIN_FILENO);
  is_described("none");
}
END_TEST

START_TEST(a_file_is_read_from_where_it_was_read)
{
  char rest[16] = "";
  const char *note;
  int fd;
  ck_no_error(recorded_input_open(in_folder("7:%s/input"), &fd, &note));
  ck_assert_int_ge(fd, 0);
  ck_assert_ptr_null(note);
  ck_assert_int_eq(read(fd, rest, sizeof rest - 1), 3);
  ck_assert_str_eq(rest, "789");
  close(fd);
}
END_TEST

START_TEST(a_file_that_is_no_more)
{
  const char *note;
  int fd;
  ck_error_says(recorded_input_open("0:/nowhere/at/all", &fd, &note),
                "/nowhere/at/all; give another file by --input=FILE");
  ck_error_says(recorded_input_open("0:/tmp", &fd, &note), "not a file any more: /tmp");
  ck_error_says(recorded_input_open("0:/dev/zero", &fd, &note), "not a file any more");
}
END_TEST

START_TEST(nothing_is_read_again)
{
  char byte;
  const char *note;
  int fd;
  ck_no_error(recorded_input_open("none", &fd, &note));
  ck_assert_int_eq(read(fd, &byte, 1), 0);
  ck_assert_ptr_null(note);
  close(fd);
}
END_TEST

static const char *note_of(const char *recorded)
{
  const char *note;
  int fd;
  ck_no_error(recorded_input_open(recorded, &fd, &note));
  ck_assert_int_eq(fd, -1);
  return note;
}

/* What does not say a file is none, whatever stands there. */
START_TEST(what_cannot_be_had_again_is_said)
{
  int ends[2];
  become(open("/dev/null", O_RDONLY));
  ck_assert_ptr_nonnull(strstr(note_of(NULL), "does not tell"));
  ck_assert_ptr_nonnull(strstr(note_of("terminal"), "was a terminal"));
  ck_assert_ptr_nonnull(strstr(note_of("pipe"), "not recorded"));
  static const char *const strange[] = {"", ":", "0:", "0:input", "-1:/etc/passwd", ":/etc/passwd", "x:/etc/passwd",
                                        "0"};
  for (size_t i = 0; i < sizeof strange / sizeof *strange; i++)
    ck_assert_ptr_nonnull(strstr(note_of(strange[i]), "not recorded"));
  ck_assert_int_eq(pipe(ends), 0);
  become(ends[0]);
  ck_assert_ptr_null(note_of("pipe"));
  close(ends[1]);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("standard_input");
  TCase *tests = tcase_create("standard_input");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, what_it_is);
  tcase_add_test(tests, a_file_is_read_from_where_it_was_read);
  tcase_add_test(tests, a_file_that_is_no_more);
  tcase_add_test(tests, nothing_is_read_again);
  tcase_add_test(tests, what_cannot_be_had_again_is_said);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
