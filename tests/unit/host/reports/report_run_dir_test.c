/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Kept runs, each test with a state directory of its own. */
#include "host/runs/run_dir.h"
#include "unit/unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static char base[] = "/tmp/seep-run-dir-XXXXXX";

static void setup(void)
{
  unit_make_folder(base);
  setenv("XDG_STATE_HOME", base, 1);
}

static void teardown(void)
{
  unit_remove_folder(base);
}

/* An empty record, which is locked as the tool locks what it writes. */
static int create_record(const char *directory, const char *name)
{
  char path[512];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  ck_assert_int_ge(fd, 0);
  ck_assert_int_eq(flock(fd, LOCK_SH | LOCK_NB), 0);
  return fd;
}

/* A finished run with one record; its name in `name`. */
static void make_run(const char *program, char *name, size_t size)
{
  char *path;
  int lock, fd;
  ck_no_error(run_dir_create(program, &path, &lock));
  fd = create_record(path, "p42.rec");
  snprintf(name, size, "%s", strrchr(path, '/') + 1);
  close(fd);
  close(lock);
  free(path);
}

static size_t kept(void)
{
  char **names;
  size_t count;
  ck_no_error(run_dir_list(&names, &count));
  run_dir_list_release(names);
  return count;
}

START_TEST(newest_is_found_first)
{
  char first[256], second[256];
  make_run("/bin/one", first, sizeof first);
  make_run("/bin/two words", second, sizeof second);
  ck_assert_ptr_nonnull(strstr(second, "-two_words"));
  struct run *run;
  ck_no_error(run_dir_find(NULL, &run));
  ck_assert_str_eq(run->name, second);
  ck_assert_uint_eq(run->record_count, 1);
  run_destroy(run);
  ck_no_error(run_dir_find(first, &run));
  ck_assert_str_eq(run->name, first);
  run_destroy(run);
  char path[512];
  snprintf(path, sizeof path, "%s/seep/runs/%s", base, first);
  ck_no_error(run_dir_find(path, &run));
  ck_assert_str_eq(run->name, first);
  run_destroy(run);
}
END_TEST

START_TEST(prune_keeps_newest_and_running)
{
  char *path, name[256];
  int lock;
  ck_no_error(run_dir_create("running", &path, &lock));
  for (int i = 0; i < 4; i++)
    make_run("done", name, sizeof name);
  ck_no_error(run_dir_prune(2));
  ck_assert_uint_eq(kept(), 3);
  close(lock);
  ck_no_error(run_dir_prune(2));
  ck_assert_uint_eq(kept(), 2);
  free(path);
}
END_TEST

/* The reporter may be gone while a process still writes, and somebody may be reading. */
START_TEST(prune_keeps_what_is_written_or_read)
{
  char *path, name[256];
  int lock, fd;
  ck_no_error(run_dir_create("written", &path, &lock));
  fd = create_record(path, "p1.rec");
  close(lock);
  make_run("read", name, sizeof name);
  struct run *run;
  ck_no_error(run_dir_find(name, &run));
  ck_no_error(run_dir_prune(0));
  ck_assert_uint_eq(kept(), 2);
  close(fd);
  ck_no_error(run_dir_prune(0));
  ck_assert_uint_eq(kept(), 1);
  run_destroy(run);
  ck_no_error(run_dir_find(name, &run));
  char *only = strdup(run->records[0]);
  run_destroy(run);
  ck_no_error(run_dir_find(only, &run));
  ck_no_error(run_dir_prune(0));
  ck_assert_uint_eq(kept(), 1);
  run_destroy(run);
  ck_no_error(run_dir_prune(0));
  ck_assert_uint_eq(kept(), 0);
  free(only);
  free(path);
}
END_TEST

/* Snapshots, and what a suite leaves in any case (docs/run-directory.md). */
START_TEST(prune_removes_all_that_stands_beside_records)
{
  static const char *const files[] = {"p1.rec",       "p1.s1.heap", "p1.s12.heap",  "p1.2.s1.heap",
                                      "execs.jsonl",  "suite.json", "suite.setup",  "suite.faults",
                                      "native.jsonl", "native.log", "native.setup", "valgrind.setup.prog"};
  char *path;
  int lock;
  ck_no_error(run_dir_create("a", &path, &lock));
  close(lock);
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    char *file;
    ck_assert_int_ge(asprintf(&file, "%s/%s", path, files[i]), 0);
    fclose(fopen(file, "w"));
    free(file);
  }
  ck_no_error(run_dir_prune(0));
  ck_assert_uint_eq(kept(), 0);
  free(path);
}
END_TEST

START_TEST(state_that_others_can_write_to_is_not_used)
{
  char *path, *state;
  int lock;
  ck_no_error(run_dir_create("a", &path, &lock));
  close(lock);
  free(path);
  ck_no_error(run_dir_kept_runs(&state));
  ck_assert_int_eq(chmod(state, 0770), 0);
  ck_error_says(run_dir_create("a", &path, &lock), "--record=DIR");
  free(state);
}
END_TEST

/* Who owns a folder above cannot have other files taken for runs; who made the link decides. */
START_TEST(links_of_others_are_not_followed)
{
  char name[256], link[300], target[300], *path;
  int lock;
  if (geteuid() != 0)
    return;
  make_run("a", name, sizeof name);
  snprintf(link, sizeof link, "%s/seep", base);
  snprintf(target, sizeof target, "%s/elsewhere", base);
  ck_assert_int_eq(rename(link, target), 0);
  ck_assert_int_eq(symlink("elsewhere", link), 0);
  ck_assert_uint_eq(kept(), 1);
  ck_assert_int_eq(lchown(link, 1337, 1337), 0);
  ck_error_says(run_dir_prune(0), "link of another user");
  ck_assert_uint_eq(kept(), 1);
  ck_error_says(run_dir_create("a", &path, &lock), "--record=DIR");
  ck_assert_int_eq(lchown(link, 0, 0), 0);
  ck_no_error(run_dir_prune(0));
  ck_assert_uint_eq(kept(), 0);
}
END_TEST

START_TEST(a_home_that_is_not_there_is_not_made)
{
  char *path, *state, home[300];
  int lock;
  unsetenv("XDG_STATE_HOME");
  snprintf(home, sizeof home, "%s/nowhere", base);
  setenv("HOME", home, 1);
  ck_error_says(run_dir_create("a", &path, &lock), "--record=DIR");
  ck_assert_int_lt(access(home, F_OK), 0);
  ck_assert_int_eq(mkdir(home, 0700), 0);
  ck_no_error(run_dir_kept_runs(&state));
  ck_assert_ptr_nonnull(strstr(state, "nowhere/.local/state/seep/runs"));
  free(state);
}
END_TEST

START_TEST(kept_runs_go_by_name_and_others_by_path)
{
  char *path, *name, inside[300];
  int lock;
  ck_no_error(run_dir_create("a", &path, &lock));
  run_dir_name(path, &name);
  ck_assert_str_eq(name, strrchr(path, '/') + 1);
  free(name);
  snprintf(inside, sizeof inside, "%s/deeper", path);
  run_dir_name(inside, &name);
  ck_assert_str_eq(name, inside);
  free(name);
  run_dir_name("/elsewhere/run", &name);
  ck_assert_str_eq(name, "/elsewhere/run");
  free(name);
  close(lock);
  free(path);
}
END_TEST

START_TEST(prune_leaves_what_is_not_ours)
{
  char *path, *foreign;
  int lock;
  ck_no_error(run_dir_create("a", &path, &lock));
  close(lock);
  ck_assert_int_ge(asprintf(&foreign, "%s/notes", path), 0);
  fclose(fopen(foreign, "w"));
  ck_no_error(run_dir_prune(0));
  ck_assert_int_eq(access(foreign, F_OK), 0);
  free(foreign);
  free(path);
}
END_TEST

START_TEST(named_directory_is_made_and_absolute)
{
  char *path, asked[256];
  int lock;
  snprintf(asked, sizeof asked, "%s/b/c", base);
  ck_no_error(run_dir_create_at(asked, &path, &lock));
  ck_assert_str_eq(path, asked);
  close(lock);
  free(path);
  int fd = create_record(asked, "p1.rec");
  close(fd);
  struct run *run;
  ck_assert_int_eq(chdir(base), 0);
  ck_no_error(run_dir_find("b/c", &run));
  ck_assert_str_eq(run->name, asked);
  run_destroy(run);
}
END_TEST

START_TEST(what_is_missing_is_said)
{
  struct run *run;
  ck_error_says(run_dir_find(NULL, &run), "there is no saved run");
  ck_error_says(run_dir_find("nothing", &run), "no run nothing");
  ck_error_says(run_dir_find("./nothing", &run), "cannot find run ./nothing");
  ck_error_says(run_dir_find(base, &run), "no record of a run");
  unsetenv("XDG_STATE_HOME");
  unsetenv("HOME");
  char *state;
  ck_error_says(run_dir_kept_runs(&state), "--record=DIR");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("run_dir");
  TCase *tests = tcase_create("runs");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, newest_is_found_first);
  tcase_add_test(tests, prune_keeps_newest_and_running);
  tcase_add_test(tests, prune_keeps_what_is_written_or_read);
  tcase_add_test(tests, prune_removes_all_that_stands_beside_records);
  tcase_add_test(tests, state_that_others_can_write_to_is_not_used);
  tcase_add_test(tests, links_of_others_are_not_followed);
  tcase_add_test(tests, a_home_that_is_not_there_is_not_made);
  tcase_add_test(tests, kept_runs_go_by_name_and_others_by_path);
  tcase_add_test(tests, prune_leaves_what_is_not_ours);
  tcase_add_test(tests, named_directory_is_made_and_absolute);
  tcase_add_test(tests, what_is_missing_is_said);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
