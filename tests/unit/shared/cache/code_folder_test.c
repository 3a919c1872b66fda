/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The folder of the translation cache: whom it belongs to, what happens to its files. */
#include "coregrind-glue/translation_cache/code_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "support/code_builder.h"
#include "support/code_reader.h"
#include "unit/unit.h"

enum { BOUND = 64 << 20, GUEST_BYTES = 30 };
static const char name[] = "0123456789abcdef.code";

static char base[] = "/tmp/seep-code-folder-XXXXXX", path[64];
static struct code_folder folder;
static struct code_identity identity;

static void set_up(void)
{
  unit_make_folder(base);
  snprintf(path, sizeof path, "%s/cache/translations", base);
  ck_assert(code_folder_open(&folder, path, BOUND) == NULL);
  identity = code_builder_identity(0);
  code_reader_catch_faults();
}

static void tear_down(void)
{
  code_folder_close(&folder);
  unit_remove_folder(base);
}

static bool add_to(const char *file, unsigned first, unsigned count, size_t host_bytes)
{
  struct code_entry_head *blocks[200];
  ck_assert_uint_le(count, 200);
  for (unsigned i = 0; i < count; i++)
    blocks[i] = code_builder_block(&identity, &(struct code_key){.address = first + i}, 1, GUEST_BYTES, host_bytes);
  bool is_added = code_folder_add(&folder, file, &identity, "/lib/some.so", &(struct code_batch){blocks, count});
  for (unsigned i = 0; i < count; i++)
    free(blocks[i]);
  return is_added;
}

static bool add(unsigned first, unsigned count)
{
  return add_to(name, first, count, 200);
}

static enum code_reading find(unsigned address)
{
  struct code_reader reader;
  code_reader_init(&reader, &folder, name, &identity);
  enum code_reading reading = code_reader_find(&reader, &identity, &(struct code_key){.address = address}, 1);
  code_reader_deinit(&reader);
  return reading;
}

static struct stat stat_of(const char *file)
{
  struct stat stat = {0};
  fstatat(folder.fd, file, &stat, AT_SYMLINK_NOFOLLOW);
  return stat;
}

static unsigned count_files(void)
{
  unsigned count = 0;
  DIR *dir = opendir(path);
  for (struct dirent *entry; (entry = readdir(dir));)
    count += entry->d_name[0] != '.' || strncmp(entry->d_name, ".writing", 8) == 0;
  closedir(dir);
  return count;
}

START_TEST(folders_and_files_are_private)
{
  struct stat stat_now;
  ck_assert_int_eq(stat(path, &stat_now), 0);
  ck_assert_uint_eq(stat_now.st_mode & 0777, 0700);
  ck_assert(add(1, 1));
  ck_assert_uint_eq(stat_of(name).st_mode & 0777, 0600);
}
END_TEST

START_TEST(a_folder_that_others_can_write_to_is_refused)
{
  struct code_folder other;
  for (unsigned i = 0; i < 2; i++) {
    ck_assert_int_eq(chmod(path, i == 0 ? 0702 : 0720), 0);
    const char *reason = code_folder_open(&other, path, BOUND);
    ck_assert(reason && strstr(reason, "only you"));
    ck_assert_int_eq(other.fd, -1);
  }
}
END_TEST

START_TEST(a_folder_of_another_user_is_refused)
{
  struct code_folder other;
  if (geteuid() != 0)
    return;
  ck_assert_int_eq(chown(path, 12345, 12345), 0);
  ck_assert(code_folder_open(&other, path, BOUND) != NULL);
}
END_TEST

START_TEST(a_file_in_the_folders_place_is_refused)
{
  struct code_folder other;
  char file[80];
  snprintf(file, sizeof file, "%s/file", base);
  close(open(file, O_CREAT | O_WRONLY, 0600));
  ck_assert(code_folder_open(&other, file, BOUND) != NULL);
  strcat(file, "/below");
  ck_assert(code_folder_open(&other, file, BOUND) != NULL);
}
END_TEST

START_TEST(files_of_others_and_links_are_not_read_but_replaced)
{
  char elsewhere[80];
  ck_assert(add(1, 1));
  ck_assert_int_eq(find(1), READ_RIGHT);
  ck_assert_int_eq(fchmodat(folder.fd, name, 0666, 0), 0);
  ck_assert_int_eq(find(1), READ_NOTHING);
  ck_assert(add(2, 1));
  ck_assert_int_eq(find(2), READ_RIGHT);
  snprintf(elsewhere, sizeof elsewhere, "%s/elsewhere", base);
  ck_assert_int_eq(renameat(folder.fd, name, AT_FDCWD, elsewhere), 0);
  ck_assert_int_eq(symlinkat(elsewhere, folder.fd, name), 0);
  ck_assert_int_eq(find(2), READ_NOTHING);
  ck_assert(add(3, 1));
  ck_assert_int_eq(find(3), READ_RIGHT);
  ck_assert(S_ISREG(stat_of(name).st_mode));
}
END_TEST

START_TEST(files_grow_and_keep_their_blocks)
{
  for (unsigned i = 0; i < 10; i++)
    ck_assert(add(1 + i * 150, 150));
  for (unsigned i = 1; i < 1 + 10 * 150; i++)
    ck_assert_int_eq(find(i), READ_RIGHT);
  ck_assert_uint_eq(count_files(), 1);
}
END_TEST

START_TEST(nothing_new_leaves_the_file_alone)
{
  ck_assert(add(1, 10));
  struct stat before = stat_of(name);
  ck_assert(add(1, 10));
  struct stat after = stat_of(name);
  ck_assert_int_eq(before.st_size, after.st_size);
  ck_assert_int_eq(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
}
END_TEST

START_TEST(a_reader_keeps_what_it_has_mapped)
{
  struct code_reader reader;
  ck_assert(add(1, 100));
  code_reader_init(&reader, &folder, name, &identity);
  for (unsigned i = 1; i < 10; i++)
    ck_assert(add(1 + i * 150, 150));
  ck_assert_int_eq(unlinkat(folder.fd, name, 0), 0);
  for (unsigned i = 1; i <= 100; i++)
    ck_assert_int_eq(code_reader_find(&reader, &identity, &(struct code_key){.address = i}, 1), READ_RIGHT);
  code_reader_deinit(&reader);
}
END_TEST

START_TEST(a_file_that_is_cut_while_it_is_mapped_gives_misses)
{
  struct code_reader reader;
  ck_assert(add(1, 100));
  code_reader_init(&reader, &folder, name, &identity);
  int fd = openat(folder.fd, name, O_RDWR);
  for (off_t bytes = stat_of(name).st_size; bytes >= 0; bytes -= 3000) {
    ck_assert_int_eq(ftruncate(fd, bytes), 0);
    for (unsigned i = 1; i <= 100; i++)
      ck_assert_int_ne(code_reader_find(&reader, &identity, &(struct code_key){.address = i}, 1), READ_WRONG);
  }
  ck_assert_int_eq(ftruncate(fd, 0), 0);
  ck_assert_int_eq(code_reader_find(&reader, &identity, &(struct code_key){.address = 1}, 1), READ_NOTHING);
  code_reader_deinit(&reader);
  close(fd);
  ck_assert(add(1, 1));
  ck_assert_int_eq(find(1), READ_RIGHT);
}
END_TEST

START_TEST(damaged_and_foreign_files_are_made_anew)
{
  static const char *const contents[] = {"", "x", "#!/bin/sh\nexit 1\n"};
  for (unsigned i = 0; i < sizeof contents / sizeof *contents; i++) {
    int fd = openat(folder.fd, name, O_RDWR | O_CREAT | O_TRUNC, 0600);
    ck_assert_int_ge(write(fd, contents[i], strlen(contents[i])), 0);
    close(fd);
    ck_assert_int_eq(find(1), READ_NOTHING);
    ck_assert(add(1, 1));
    ck_assert_int_eq(find(1), READ_RIGHT);
  }
  struct code_identity mine = identity;
  identity = code_builder_identity(7);
  ck_assert_int_eq(find(1), READ_NOTHING);
  ck_assert(add(2, 1));
  identity = mine;
  ck_assert_int_eq(find(2), READ_NOTHING);
}
END_TEST

START_TEST(a_lock_that_is_held_costs_a_moment_and_the_blocks)
{
  ck_assert(add(1, 1));
  int fd = openat(folder.fd, name, O_RDONLY);
  ck_assert_int_eq(flock(fd, LOCK_EX), 0);
  ck_assert(!add(2, 1));
  close(fd);
  ck_assert(add(2, 1));
}
END_TEST

START_TEST(the_limit_of_file_sizes_is_no_signal)
{
  ck_assert(add(1, 1));
  struct rlimit limit = {(rlim_t)stat_of(name).st_size + 100, RLIM_INFINITY};
  ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
  ck_assert(!add(2, 100));
  ck_assert(!add_to("fedcba9876543210.code", 1, 100, 200));
  limit.rlim_cur = RLIM_INFINITY;
  setrlimit(RLIMIT_FSIZE, &limit);
  ck_assert_int_eq(find(1), READ_RIGHT);
  ck_assert_int_eq(find(2), READ_NOTHING);
  ck_assert_uint_eq(count_files(), 1);
}
END_TEST

static void set_age(const char *file, time_t seconds)
{
  struct timespec then = {.tv_sec = time(NULL) - seconds};
  ck_assert_int_eq(utimensat(folder.fd, file, (struct timespec[]){then, then}, 0), 0);
}

static bool exists(const char *file)
{
  return faccessat(folder.fd, file, F_OK, 0) == 0;
}

START_TEST(what_was_not_used_for_longest_goes_first)
{
  char file[32];
  folder.bytes_max = 1 << 20;
  for (unsigned i = 0; i < 10; i++) {
    snprintf(file, sizeof file, "%016u.code", i);
    ck_assert(add_to(file, 1, 150, 1000));
    set_age(file, i == 3 ? 5 : 1000 + i);
  }
  code_folder_prune(&folder);
  ck_assert(exists("0000000000000003.code"));
  ck_assert(!exists("0000000000000009.code"));
  ck_assert(!exists("0000000000000008.code"));
  ck_assert(exists("0000000000000000.code"));
  unsigned left = count_files();
  code_folder_prune(&folder);
  ck_assert_uint_eq(count_files(), left);
}
END_TEST

START_TEST(use_is_noted)
{
  ck_assert(add(1, 1));
  set_age(name, 100000);
  ck_assert_int_eq(find(1), READ_RIGHT);
  ck_assert_int_gt(stat_of(name).st_mtime, time(NULL) - 100);
}
END_TEST

START_TEST(leftovers_of_killed_writers_go)
{
  close(openat(folder.fd, ".writing-1", O_CREAT | O_WRONLY, 0600));
  int fds[] = {openat(folder.fd, ".writing-2", O_CREAT | O_WRONLY, 0600),
               openat(folder.fd, ".writing-3", O_CREAT | O_WRONLY, 0600)};
  close(openat(folder.fd, "notes", O_CREAT | O_WRONLY, 0600));
  ck_assert_int_eq(flock(fds[0], LOCK_EX), 0);
  ck_assert_int_eq(flock(fds[1], LOCK_EX), 0);
  set_age(".writing-3", 10000);
  set_age("notes", 10000);
  code_folder_prune(&folder);
  ck_assert(!exists(".writing-1"));
  ck_assert(exists(".writing-2"));
  ck_assert(!exists(".writing-3"));
  ck_assert(exists("notes"));
  close(fds[0]);
  close(fds[1]);
}
END_TEST

START_TEST(a_file_that_takes_a_quarter_begins_anew)
{
  folder.bytes_max = 1 << 20;
  ck_assert(add_to(name, 1, 180, 2000));
  ck_assert_int_gt(stat_of(name).st_size, 1 << 18);
  ck_assert(add(1000, 1));
  ck_assert_int_lt(stat_of(name).st_size, 1 << 18);
  ck_assert_int_eq(find(1), READ_NOTHING);
  ck_assert_int_eq(find(1000), READ_RIGHT);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("code_folder");
  TCase *tests = tcase_create("folders");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_set_timeout(tests, 60);
  tcase_add_test(tests, folders_and_files_are_private);
  tcase_add_test(tests, a_folder_that_others_can_write_to_is_refused);
  tcase_add_test(tests, a_folder_of_another_user_is_refused);
  tcase_add_test(tests, a_file_in_the_folders_place_is_refused);
  tcase_add_test(tests, files_of_others_and_links_are_not_read_but_replaced);
  tcase_add_test(tests, files_grow_and_keep_their_blocks);
  tcase_add_test(tests, nothing_new_leaves_the_file_alone);
  tcase_add_test(tests, a_reader_keeps_what_it_has_mapped);
  tcase_add_test(tests, a_file_that_is_cut_while_it_is_mapped_gives_misses);
  tcase_add_test(tests, damaged_and_foreign_files_are_made_anew);
  tcase_add_test(tests, a_lock_that_is_held_costs_a_moment_and_the_blocks);
  tcase_add_test(tests, the_limit_of_file_sizes_is_no_signal);
  tcase_add_test(tests, what_was_not_used_for_longest_goes_first);
  tcase_add_test(tests, use_is_noted);
  tcase_add_test(tests, leftovers_of_killed_writers_go);
  tcase_add_test(tests, a_file_that_takes_a_quarter_begins_anew);
  suite_add_tcase(suite, tests);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
