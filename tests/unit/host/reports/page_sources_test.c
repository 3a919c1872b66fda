/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which lines of which files get into a page. */
#include "unit/unit.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/reports/page/page_sources.h"

static char base[] = "/tmp/seep-sources-XXXXXX";
static struct page_sources *sources;

static void setup(void)
{
  unit_make_folder(base);
  page_sources_create(&sources);
}

static void teardown(void)
{
  page_sources_destroy(sources);
  unit_remove_folder(base);
}

static char *path_of(const char *name)
{
  static char path[256];
  snprintf(path, sizeof path, "%s/%s", base, name);
  return path;
}

static void make_file(const char *name, const char *text, size_t size)
{
  FILE *file = fopen(path_of(name), "w");
  ck_assert_ptr_nonnull(file);
  fwrite(text, 1, size, file);
  fclose(file);
}

static void make_numbered(const char *name, unsigned lines)
{
  FILE *file = fopen(path_of(name), "w");
  ck_assert_ptr_nonnull(file);
  for (unsigned i = 1; i <= lines; i++)
    fprintf(file, "line %u\n", i);
  fclose(file);
}

static void want(const char *name, unsigned line)
{
  page_sources_want(sources, path_of(name), name, line);
}

/* What the page would hold. */
static json_t *written(void)
{
  char *text;
  size_t size;
  FILE *file = open_memstream(&text, &size);
  page_sources_write(sources, &(struct json_output){.file = file, .is_in_page = true});
  fclose(file);
  ck_assert_ptr_null(strchr(text, '<'));
  json_t *value = json_loads(text, 0, NULL);
  ck_assert_msg(value != NULL, "%s", text);
  free(text);
  return value;
}

static const char *line_of(json_t *page, const char *file, const char *line)
{
  return json_string_value(json_object_get(json_object_get(page, file), line));
}

START_TEST(seven_lines_around_a_frame)
{
  make_numbered("a.c", 100);
  want("a.c", 50);
  want("a.c", 2);
  want("a.c", 52);
  json_t *page = written();
  ck_assert_uint_eq(json_object_size(json_object_get(page, "a.c")), 5 + 9);
  ck_assert_str_eq(line_of(page, "a.c", "47"), "line 47");
  ck_assert_str_eq(line_of(page, "a.c", "55"), "line 55");
  ck_assert_str_eq(line_of(page, "a.c", "1"), "line 1");
  ck_assert_ptr_null(line_of(page, "a.c", "56"));
  json_decref(page);
}
END_TEST

START_TEST(only_sources_are_read)
{
  const char *names[] = {"id_rsa", "secret.txt", ".bashrc", "a.key", "x.", "c", "a. c", "a.c "};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    make_numbered(names[i], 3);
    want(names[i], 1);
  }
  json_t *page = written();
  ck_assert_uint_eq(json_object_size(page), 0);
  json_decref(page);
}
END_TEST

START_TEST(what_is_no_file_is_left_out)
{
  ck_assert_int_eq(mkfifo(path_of("fifo.c"), 0600), 0);
  ck_assert_int_eq(mkdir(path_of("folder.c"), 0700), 0);
  ck_assert_int_eq(symlink("/dev/zero", path_of("zero.c")), 0);
  want("fifo.c", 1);
  want("folder.c", 1);
  want("zero.c", 1);
  want("missing.c", 1);
  page_sources_want(sources, "relative.c", "relative.c", 1);
  json_t *page = written();
  ck_assert_uint_eq(json_object_size(page), 0);
  json_decref(page);
}
END_TEST

START_TEST(lines_are_made_readable)
{
  static const char text[] = "\tif\t(a < b)\r\n\xff\0\x1b[1m\n</script>";
  make_file("odd.cc", text, sizeof text - 1);
  want("odd.cc", 1);
  json_t *page = written();
  ck_assert_str_eq(line_of(page, "odd.cc", "1"), "        if      (a < b)");
  ck_assert_str_eq(line_of(page, "odd.cc", "2"), "\\xff\\x1b[1m");
  ck_assert_str_eq(line_of(page, "odd.cc", "3"), "</script>");
  json_decref(page);
}
END_TEST

START_TEST(long_lines_are_cut)
{
  static char text[1 << 20];
  memset(text, 'x', sizeof text);
  make_file("long.h", text, sizeof text);
  want("long.h", 1);
  json_t *page = written();
  ck_assert_uint_lt(strlen(line_of(page, "long.h", "1")), 300);
  json_decref(page);
}
END_TEST

START_TEST(a_line_behind_the_end_is_none)
{
  make_numbered("short.c", 3);
  want("short.c", 4000000000);
  want("short.c", 0);
  json_t *page = written();
  ck_assert_uint_eq(json_object_size(json_object_get(page, "short.c")), 0);
  json_decref(page);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("page_sources");
  TCase *tests = tcase_create("page_sources");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, seven_lines_around_a_frame);
  tcase_add_test(tests, only_sources_are_read);
  tcase_add_test(tests, what_is_no_file_is_left_out);
  tcase_add_test(tests, lines_are_made_readable);
  tcase_add_test(tests, long_lines_are_cut);
  tcase_add_test(tests, a_line_behind_the_end_is_none);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
