/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is known of full checks, written and read; damaged states; files that are what they were, or are not. */
#include "host/suite/full_checks.h"
#include "host/suite/preload/full_state.h"
#include "unit/unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DAY_S = 86400 };
static const uint64_t second = 1000000000;

static char folder[] = "/tmp/seep-full-checks-XXXXXX";
static char path[sizeof folder + 16], some_file[sizeof folder + 16];
static struct full_file files[3] = {
  {.path = "/a/program", .identity = {1, 2, 3, 4, 5}, .sum = 6},
  {.path = "/a/library", .identity = {7, 8, 9, 10, 11}, .sum = 12},
  {.path = "/a/program", .identity = {1, 2, 3, 4, 6}, .sum = 6},
};

static void setup(void)
{
  unit_make_folder(folder);
  snprintf(path, sizeof path, "%s/state", folder);
  snprintf(some_file, sizeof some_file, "%s/file", folder);
}

static void teardown(void)
{
  unit_remove_folder(folder);
}

static void put(struct full_checks *checks, uint64_t key, uint64_t seen_ns, size_t first, size_t count)
{
  full_checks_put(checks, &(struct full_check){.key = key, .checked_ns = 99, .seen_ns = seen_ns,
                                               .files = files + first, .count = count,
                                               .statuses = {key, 0, 0, 1}});
}

static struct full_checks *read_again(void)
{
  struct full_checks *checks;
  bool is_other;
  ck_no_error(full_checks_read(path, &checks, &is_other));
  ck_assert(!is_other);
  return checks;
}

static struct full_checks *write_some(void)
{
  struct full_checks *checks;
  full_checks_create(&checks);
  put(checks, 70, 1, 0, 2);
  put(checks, 5, 1, 0, 0);
  put(checks, UINT64_MAX, 1, 1, 2);
  ck_no_error(full_checks_write(checks, path, 0));
  return checks;
}

START_TEST(checks_come_back_as_they_were_written)
{
  struct full_checks *written = write_some(), *checks = read_again();
  const struct full_check *check = full_checks_find(checks, 70);
  ck_assert_uint_eq(check->count, 2);
  ck_assert_uint_eq(check->checked_ns, 99);
  ck_assert_str_eq(check->files[1].path, "/a/library");
  ck_assert_uint_eq(check->files[1].sum, 12);
  ck_assert(file_identity_is_equal(&check->files[1].identity, &files[1].identity));
  ck_assert_uint_eq(check->statuses[0], 70);
  ck_assert_uint_eq(check->statuses[3], 1);
  ck_assert_uint_eq(full_checks_find(checks, 5)->count, 0);
  ck_assert_uint_eq(full_checks_find(checks, UINT64_MAX)->files[1].identity.ctime_ns, 6);
  ck_assert_ptr_null(full_checks_find(checks, 6));
  full_checks_destroy(checks);
  full_checks_destroy(written);
}
END_TEST

START_TEST(none_are_known_without_a_file)
{
  struct full_checks *checks = read_again();
  size_t count;
  free(full_checks_list(checks, &count));
  ck_assert_uint_eq(count, 0);
  full_checks_destroy(checks);
}
END_TEST

/* --- what is left out --- */

START_TEST(what_no_suite_has_is_forgotten_in_the_end)
{
  const uint64_t now = 1000 * DAY_S * second;
  struct full_checks *checks;
  full_checks_create(&checks);
  put(checks, 1, now - 179 * DAY_S * second, 0, 1);
  put(checks, 2, now - 181 * DAY_S * second, 0, 1);
  put(checks, 3, now + second, 0, 1); /* by another machine's clock */
  put(checks, 4, now - 181 * DAY_S * second, 0, 1);
  full_checks_note_seen(checks, 4, now);
  full_checks_note_seen(checks, 5, now);
  ck_no_error(full_checks_write(checks, path, now));
  full_checks_destroy(checks);
  checks = read_again();
  for (uint64_t key = 1; key <= 5; key++)
    ck_assert_msg(!full_checks_find(checks, key) == (key == 2 || key == 5), "%d", (int)key);
  full_checks_destroy(checks);
}
END_TEST

START_TEST(of_too_many_the_last_ones_are_kept)
{
  enum { MANY = 100001 };
  struct full_checks *checks;
  size_t count;
  full_checks_create(&checks);
  for (uint64_t i = 0; i < MANY; i++)
    put(checks, MANY - i, 1 + i, 0, 0);
  ck_no_error(full_checks_write(checks, path, 0));
  full_checks_destroy(checks);
  checks = read_again();
  free(full_checks_list(checks, &count));
  ck_assert_uint_eq(count, MANY - 1);
  ck_assert_ptr_null(full_checks_find(checks, MANY));
  full_checks_destroy(checks);
}
END_TEST

/* --- damaged ones --- */

static uint64_t words[80];
static size_t word_count;

static void load(void)
{
  FILE *file = fopen(path, "rb");
  word_count = fread(words, sizeof *words, sizeof words / sizeof *words, file);
  fclose(file);
}

static struct full_state state_of_words(void)
{
  struct full_state state;
  struct full_state_fault fault;
  ck_assert_msg(full_state_open(words, word_count * sizeof *words, &state, &fault), "%s", fault.what);
  return state;
}

/* With a sum that fits, where there can be one. */
static void store(void)
{
  struct full_state state;
  struct full_state_fault fault;
  if (full_state_open(words, word_count * sizeof *words, &state, &fault))
    ((struct full_state_header *)words)->sum = full_state_sum(&state);
  FILE *file = fopen(path, "wb");
  fwrite(words, sizeof *words, word_count, file);
  fclose(file);
}

static void expect_refused(const char *what)
{
  struct full_checks *checks;
  bool is_other;
  store();
  struct error *error = full_checks_read(path, &checks, &is_other);
  ck_assert_msg(error != NULL, "%s", what);
  ck_assert_msg(strstr(error_message(error), what) && strstr(error_message(error), path) &&
                  strstr(error_message(error), "remove it"), "%s", error_message(error));
  error_free(error);
}

START_TEST(each_part_is_looked_at)
{
  static const struct {
    size_t word;
    uint64_t value;
    const char *what;
  } faults[] = {
    {0, 1, "byte 0: it is not a state"},
    {3, 2, "not as long as it says"},
    {3, UINT64_MAX / 16, "not as long as it says"},
    {4, UINT64_MAX, "not as long as it says"},
    {7, 1, "a file has no path"},
    {7, 1 << 20, "a file has no path"},
    {7 + 7, 3, "a file has no path"},
    {7 + 21, 70, "not in order"},
    {7 + 21, 69, ""},
    {7 + 21 + 1, 0, "should have"},
    {7 + 21 + 9 + 3, 1, "should have"},
    {7 + 21 + 9 + 4, 3, "should have"},
    {7 + 21 + 9 + 4, UINT64_MAX, "should have"},
    {7 + 21 + 27, 3, "a file that is not there"},
    {7 + 21 + 27, UINT64_MAX, "a file that is not there"},
  };
  full_checks_destroy(write_some());
  load();
  ck_assert_uint_eq(state_of_words().header->files, 3);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    const uint64_t before = words[faults[i].word];
    words[faults[i].word] = faults[i].value;
    if (*faults[i].what)
      expect_refused(faults[i].what);
    words[faults[i].word] = before;
  }
  words[word_count - 1] = UINT64_MAX;
  expect_refused("has no end");
}
END_TEST

START_TEST(nothing_is_read_outside_of_damaged_ones)
{
  full_checks_destroy(write_some());
  load();
  for (size_t i = 7; i < word_count - 1; i++) {
    const uint64_t before = words[i];
    words[i] = UINT64_MAX - 1;
    const struct full_state state = state_of_words();
    for (uint64_t key = 0; key < 100; key++) {
      const struct full_state_entry *entry = full_state_find(&state, key);
      for (uint64_t j = 0; entry && j < 10; j++) {
        const struct full_state_file *file = full_state_member(&state, entry, j);
        ck_assert(!file || strlen(full_state_path(&state, file)) < sizeof words);
      }
    }
    words[i] = before;
  }
}
END_TEST

START_TEST(one_of_another_version_is_as_good_as_none)
{
  struct full_checks *checks;
  bool is_other;
  full_checks_destroy(write_some());
  load();
  words[1] = 2;
  store();
  ck_no_error(full_checks_read(path, &checks, &is_other));
  ck_assert(is_other);
  ck_assert_ptr_null(full_checks_find(checks, 70));
  full_checks_destroy(checks);
}
END_TEST

/* --- files --- */

static void write_bytes(off_t at, const char *text, off_t whole)
{
  int fd = open(some_file, O_WRONLY | O_CREAT, 0600);
  ck_assert(ftruncate(fd, whole) == 0 && pwrite(fd, text, strlen(text), at) == (ssize_t)strlen(text));
  close(fd);
}

static struct full_file known_file(void)
{
  struct full_file file = {.path = some_file};
  ck_assert(file_identity_of(some_file, &file.identity));
  ck_assert(file_identity_sum(some_file, &file.identity, &file.sum));
  return file;
}

static bool holds(const struct full_file *file)
{
  return file_identity_holds(file->path, &file->identity, file->sum);
}

START_TEST(contents_are_compared_where_times_differ)
{
  const off_t places[] = {0, 1, 7, 16383, 16384, 50000, 99998, 99999};
  write_bytes(0, "", 100000);
  struct full_file file = known_file();
  file.identity.ctime_ns--;
  ck_assert(holds(&file));
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    write_bytes(places[i], "x", 100000);
    ck_assert_msg(!holds(&file), "%ld", (long)places[i]);
    file = known_file();
    file.identity.inode++;
    ck_assert(holds(&file));
  }
  write_bytes(0, "", 100001);
  ck_assert(!holds(&file));
  unlink(some_file);
  ck_assert(!holds(&file));
  mkdir(some_file, 0700);
  ck_assert(!holds(&file));
}
END_TEST

START_TEST(equal_numbers_are_not_looked_behind)
{
  write_bytes(0, "", 10);
  struct full_file file = known_file();
  file.sum++;
  ck_assert(holds(&file));
}
END_TEST

START_TEST(a_file_is_settled_when_its_clock_has_moved_on)
{
  struct file_identity identity = {.ctime_ns = 1000 * second + 1};
  ck_assert(!file_identity_is_settled(&identity, 1000 * second));
  ck_assert(!file_identity_is_settled(&identity, 1000 * second + 10000000));
  ck_assert(file_identity_is_settled(&identity, 1000 * second + 30000000));
  identity.ctime_ns--; /* as if it counted seconds */
  ck_assert(!file_identity_is_settled(&identity, 1001 * second));
  ck_assert(file_identity_is_settled(&identity, 1003 * second));
}
END_TEST

START_TEST(the_same_contents_are_known_by_what_they_are_now)
{
  struct full_checks *checks;
  write_bytes(0, "abc", 99);
  struct full_file now = known_file(), then[2] = {now, now};
  then[0].identity.inode++;
  then[1].identity.inode++;
  then[1].sum++;
  full_checks_create(&checks);
  full_checks_put(checks, &(struct full_check){.key = 1, .checked_ns = 1, .files = then, .count = 2});
  full_checks_refresh(checks, now.identity.ctime_ns); /* it might still be written to */
  const struct full_check *check = full_checks_find(checks, 1);
  ck_assert(file_identity_is_equal(&check->files[0].identity, &then[0].identity));
  full_checks_refresh(checks, now.identity.ctime_ns + 3 * second);
  ck_assert(file_identity_is_equal(&check->files[0].identity, &now.identity));
  ck_assert(file_identity_is_equal(&check->files[1].identity, &then[1].identity));
  full_checks_destroy(checks);
}
END_TEST

START_TEST(arguments_name_files)
{
  char found[200], argument[100];
  write_bytes(0, "", 1);
  ck_assert(file_of_argument(folder, "file", 0, found, sizeof found));
  ck_assert_str_eq(found, some_file);
  ck_assert(file_of_argument("/", some_file, 0, found, sizeof found));
  snprintf(argument, sizeof argument, "--with=%s", some_file);
  ck_assert(!file_of_argument(folder, argument, 0, found, sizeof found));
  ck_assert(file_of_argument(folder, argument, 1, found, sizeof found));
  ck_assert(file_of_argument(folder, "of=file", 1, found, sizeof found));
  ck_assert(!file_of_argument(folder, "file", 1, found, sizeof found));
  ck_assert(!file_of_argument(folder, "", 0, found, sizeof found));
  ck_assert(!file_of_argument(folder, ".", 0, found, sizeof found));
  ck_assert(!file_of_argument(folder, "other", 0, found, sizeof found));
  ck_assert(!file_of_argument(folder, "file", 0, found, strlen(some_file)));
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("full_checks");
  TCase *tests = tcase_create("full_checks");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, checks_come_back_as_they_were_written);
  tcase_add_test(tests, none_are_known_without_a_file);
  tcase_add_test(tests, what_no_suite_has_is_forgotten_in_the_end);
  tcase_add_test(tests, of_too_many_the_last_ones_are_kept);
  tcase_add_test(tests, each_part_is_looked_at);
  tcase_add_test(tests, nothing_is_read_outside_of_damaged_ones);
  tcase_add_test(tests, one_of_another_version_is_as_good_as_none);
  tcase_add_test(tests, contents_are_compared_where_times_differ);
  tcase_add_test(tests, equal_numbers_are_not_looked_behind);
  tcase_add_test(tests, a_file_is_settled_when_its_clock_has_moved_on);
  tcase_add_test(tests, the_same_contents_are_known_by_what_they_are_now);
  tcase_add_test(tests, arguments_name_files);
  suite_add_tcase(suite, tests);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
