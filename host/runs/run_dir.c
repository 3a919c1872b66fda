/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Kept runs are named YYYYMMDD-HHMMSS-mmm-PROGRAM in universal time: sorting the names sorts the runs, and two runs
 * that begin in the same millisecond differ because mkdir() says so. */
#include "host/runs/run_dir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/own_folder.h"
#include "host/base/print.h"
#include "host/record/reporter_fault.h"

enum {
  LOOKED_AT = 1000, /* names in a folder that was named for a run */
  NAMED = 3,        /* runs among them */
  PROGRAM_MAX_BYTES = 40,
  CREATE_ATTEMPTS = 1000,
};

char *run_dir_state(const char *name)
{
  const char *state = getenv("XDG_STATE_HOME"), *home = own_folder_home();
  if (state && state[0] == '/')
    return print_text("%s/seep/%s", state, name);
  return home ? print_text("%s/.local/state/seep/%s", home, name) : NULL;
}

struct error *run_dir_kept_runs(char **ret)
{
  *ret = run_dir_state("runs");
  return *ret ? NULL
              : error_format("no directory to save runs in: neither XDG_STATE_HOME nor HOME names a directory; "
                             "set one of them, or use --record=DIR or --record=no");
}

/* Whoever else can write to the directory could put links there, or runs that never were. */
static struct error *check_private(const char *path)
{
  int fd;
  struct error *error = own_folder_open(path, &fd);
  if (fd >= 0)
    close(fd);
  return error;
}

/* Lock a directory for as long as the descriptor is open. */
static struct error *lock_directory(const char *path, int *ret_lock)
{
  int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0)
    return error_errno(errno, "cannot open directory %s", path);
  /* File systems without locks lose no more than the protection from pruning. */
  (void)flock(fd, LOCK_SH | LOCK_NB);
  *ret_lock = fd;
  return NULL;
}

/* The last component of a path with everything that could trouble a shell replaced. */
static void plain_name(const char *path, char name[static PROGRAM_MAX_BYTES + 1])
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+";
  const char *slash = strrchr(path, '/');
  const char *from = slash ? slash + 1 : path;
  size_t size = 0;
  for (; from[size] && size < PROGRAM_MAX_BYTES; size++)
    name[size] = strchr(plain, from[size]) ? from[size] : '_';
  name[size] = '\0';
}

static void stamped_path(const char *state, const struct timespec *time, const char *program, char **ret)
{
  struct tm date;
  char stamp[64];
  gmtime_r(&time->tv_sec, &date);
  strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &date);
  print_new(ret, "%s/%s-%03ld-%s", state, stamp, time->tv_nsec / 1000000, program);
}

static void next_millisecond(struct timespec *time)
{
  time->tv_nsec += 1000000;
  if (time->tv_nsec >= 1000000000) {
    time->tv_nsec -= 1000000000;
    time->tv_sec++;
  }
}

/* Lock a directory just made; *ret_lock is -1 when others that are pruning have taken it for an old one. */
static struct error *lock_new(const char *path, int *ret_lock)
{
  int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0 && errno != ENOENT)
    return error_errno(errno, "cannot open directory %s", path);
  struct stat status;
  if (fd >= 0 && ((flock(fd, LOCK_SH | LOCK_NB) < 0 && errno == EWOULDBLOCK) || fstat(fd, &status) < 0
                  || status.st_nlink == 0)) {
    close(fd);
    fd = -1;
  }
  *ret_lock = fd;
  return NULL;
}

static struct error *create_stamped(const char *state, const char *program, char **ret_path, int *ret_lock)
{
  struct timespec time;
  char name[PROGRAM_MAX_BYTES + 1];
  clock_gettime(CLOCK_REALTIME, &time);
  plain_name(program, name);
  for (unsigned attempt = 0; attempt < CREATE_ATTEMPTS; attempt++, next_millisecond(&time)) {
    char *path;
    stamped_path(state, &time, name, &path);
    struct error *error = NULL;
    int lock = -1;
    if (mkdir(path, 0700) == 0)
      error = lock_new(path, &lock);
    else if (errno != EEXIST)
      error = error_errno(errno, "cannot make directory %s", path);
    if (lock >= 0) {
      *ret_path = path;
      *ret_lock = lock;
      return NULL;
    }
    free(path);
    if (error)
      return error;
  }
  return error_format("cannot make a directory for this run in %s: all names are taken", state);
}

struct error *run_dir_create(const char *program, char **ret_path, int *ret_lock)
{
  char *state, *path = NULL;
  RETURN_IF_ERROR(run_dir_kept_runs(&state));
  struct error *error = own_folder_make(state);
  if (!error)
    error = check_private(state);
  error = error_context(error, "set XDG_STATE_HOME, or use --record=DIR or --record=no");
  if (!error)
    error = create_stamped(state, program, &path, ret_lock);
  free(state);
  if (!error)
    *ret_path = path;
  return error;
}

struct error *run_dir_create_at(const char *path, char **ret_path, int *ret_lock)
{
  struct error *error = folders_make(path);
  if (error)
    return error;
  char *absolute = realpath(path, NULL);
  if (!absolute)
    return error_errno(errno, "cannot find directory %s", path);
  if ((error = lock_directory(absolute, ret_lock))) {
    free(absolute);
    return error;
  }
  *ret_path = absolute;
  return NULL;
}

/* --- listing --- */

static bool ends_with(const char *name, const char *suffix)
{
  size_t size = strlen(name);
  return size > strlen(suffix) && strcmp(name + size - strlen(suffix), suffix) == 0;
}

static bool is_record_name(const char *name)
{
  return ends_with(name, ".rec");
}

static bool is_snapshot_name(const char *name)
{
  return ends_with(name, ".heap");
}

/* YYYYMMDD-HHMMSS-mmm-... */
static bool is_run_name(const char *name)
{
  static const char shape[] = "dddddddd-dddddd-ddd-";
  for (size_t i = 0; shape[i]; i++)
    if (shape[i] == 'd' ? name[i] < '0' || name[i] > '9' : name[i] != shape[i])
      return false;
  return true;
}

static void add_name(char ***names, size_t *count, const char *name)
{
  char **grown = memory_resize(*names, *count + 2, sizeof *grown);
  *names = grown;
  char *copy = memory_text(name);
  grown[(*count)++] = copy;
  grown[*count] = NULL;
}

void run_dir_list_release(char **names)
{
  for (char **name = names; name && *name; name++)
    free(*name);
  free(names);
}

/* Names that satisfy `is_wanted` in a directory, which is closed. NULL: errno says why it could not be opened; a
 * directory that does not exist has no names. */
static struct error *list_names_of(DIR *directory, const char *path, bool (*is_wanted)(const char *), char ***ret_names,
                                   size_t *ret_count)
{
  const int problem = errno;
  char **names = memory_zeroed(1, sizeof *names);
  size_t count = 0;
  struct error *error = NULL;
  if (!directory && problem != ENOENT)
    error = error_errno(problem, "cannot read directory %s", path);
  for (struct dirent *entry; directory && !error && (entry = readdir(directory));)
    if (is_wanted(entry->d_name))
      add_name(&names, &count, entry->d_name);
  if (directory)
    closedir(directory);
  if (error) {
    run_dir_list_release(names);
    return error;
  }
  *ret_names = names;
  *ret_count = count;
  return NULL;
}

static struct error *list_names(const char *path, bool (*is_wanted)(const char *), char ***ret_names, size_t *ret_count)
{
  return list_names_of(opendir(path), path, is_wanted, ret_names, ret_count);
}

/* The same of a directory within an open one. */
static struct error *list_names_at(int parent, const char *name, bool (*is_wanted)(const char *), char ***ret_names,
                                   size_t *ret_count)
{
  const int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *directory = fd >= 0 ? fdopendir(fd) : NULL;
  if (fd >= 0 && !directory)
    close(fd);
  return list_names_of(directory, name, is_wanted, ret_names, ret_count);
}

ORDER_POINTERS(newest_first, char, strcmp(y, x))

struct error *run_dir_list(char ***ret_names, size_t *ret_count)
{
  char *state;
  RETURN_IF_ERROR(run_dir_kept_runs(&state));
  struct error *error = list_names(state, is_run_name, ret_names, ret_count);
  free(state);
  if (!error)
    qsort(*ret_names, *ret_count, sizeof **ret_names, newest_first);
  return error;
}

/* --- pruning --- */

#define EXPLAINS "explains" /* an empty file */

static bool is_written_by_seep(const char *name)
{
  static const char *const of_suites[] = {EXPLAINS,       "execs.jsonl",  "suite.json", "suite.setup",  "suite.faults",
                                          REPORTER_FAULT, "native.jsonl", "native.log", "native.setup", "suite.full"};
  static const char of_calls[] = "valgrind.setup."; /* left when the suite was killed */
  for (size_t i = 0; i < sizeof of_suites / sizeof *of_suites; i++)
    if (strcmp(name, of_suites[i]) == 0)
      return true;
  return is_record_name(name) || is_snapshot_name(name) || strcmp(name, "options") == 0 ||
         strncmp(name, of_calls, strlen(of_calls)) == 0;
}

/* Is something in the directory locked by others? */
static bool is_busy(int directory, char *const *names)
{
  bool busy = false;
  for (; *names && !busy; names++) {
    int fd = openat(directory, *names, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    busy = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK;
    if (fd >= 0)
      close(fd);
  }
  return busy;
}

static bool is_packed_names(const char *name)
{
  return ends_with(name, ".names");
}

/* What `seep pack` puts beside the records. */
static void remove_packed_names(int run)
{
  char **names;
  size_t count;
  const int fd = openat(run, RUN_DIR_SYMBOLS, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0)
    return;
  struct error *error = list_names_at(fd, ".", is_packed_names, &names, &count);
  for (size_t i = 0; !error && i < count; i++)
    (void)unlinkat(fd, names[i], 0);
  (void)unlinkat(run, RUN_DIR_SYMBOLS, AT_REMOVEDIR);
  if (!error)
    run_dir_list_release(names);
  error_free(error);
  close(fd);
}

/* Remove a run's files and its directory, unless it is in use or something else lies in it. */
static struct error *remove_run(int state, const char *run)
{
  int fd = openat(state, run, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0)
    return errno == ENOENT || errno == ENOTDIR ? NULL : error_errno(errno, "cannot open the directory of run %s", run);
  struct error *error = NULL;
  if (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) {
    char **names;
    size_t count;
    error = list_names_at(fd, ".", is_written_by_seep, &names, &count);
    if (!error && !is_busy(fd, names)) {
      for (size_t i = 0; i < count; i++)
        (void)unlinkat(fd, names[i], 0);
      remove_packed_names(fd);
      (void)unlinkat(state, run, AT_REMOVEDIR);
    }
    if (!error)
      run_dir_list_release(names);
  }
  close(fd);
  return error;
}

static struct error *prune(int state, size_t keep)
{
  char **names;
  size_t count;
  struct error *error = list_names_at(state, ".", is_run_name, &names, &count);
  if (error)
    return error;
  qsort(names, count, sizeof *names, newest_first);
  for (size_t i = keep; i < count && !error; i++)
    error = remove_run(state, names[i]);
  run_dir_list_release(names);
  return error;
}

struct error *run_dir_prune(size_t keep)
{
  char *path;
  int state = -1;
  RETURN_IF_ERROR(run_dir_kept_runs(&path));
  struct error *error = own_folder_open(path, &state);
  if (!error && state >= 0)
    error = prune(state, keep);
  if (state >= 0)
    close(state);
  free(path);
  return error;
}

/* --- marking --- */

struct error *run_dir_mark_explaining(const char *path)
{
  char *mark = print_text("%s/" EXPLAINS, path);
  const int fd = open(mark, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  struct error *error = fd < 0 ? error_errno(errno, "cannot write %s", mark) : NULL;
  if (fd >= 0)
    close(fd);
  free(mark);
  return error;
}

static bool explains(const char *state, const char *name)
{
  char *mark = print_text("%s/%s/" EXPLAINS, state, name);
  const bool is_there = access(mark, F_OK) == 0;
  free(mark);
  return is_there;
}

/* --- finding --- */

void run_destroy(struct run *run)
{
  if (!run)
    return;
  free(run->name);
  free(run->directory);
  run_dir_list_release(run->records);
  run_dir_list_release(run->snapshots);
  if (run->lock >= 0)
    close(run->lock);
  free(run);
}

static void prefix_names(const char *directory, char **names)
{
  for (; *names; names++) {
    char *path;
    print_new(&path, "%s/%s", directory, *names);
    free(*names);
    *names = path;
  }
}

/* Is `path`, an absolute one, directly within `directory`, whatever name that goes by? */
static bool is_within(const char *path, const char *directory)
{
  char *absolute = realpath(directory, NULL);
  size_t length = absolute ? strlen(absolute) : 0;
  bool is = absolute && strncmp(path, absolute, length) == 0 && path[length] == '/' && !strchr(path + length + 1, '/');
  free(absolute);
  return is;
}

void run_dir_name(const char *path, char **ret)
{
  char *state = NULL;
  /* Without a place for them there are no kept runs. */
  error_free(run_dir_kept_runs(&state));
  print_new(ret, "%s", state && is_within(path, state) ? strrchr(path, '/') + 1 : path);
  free(state);
}

/* A run without records; takes `name` over. */
static struct run *run_create(const char *path, char *name)
{
  struct run *run = memory_zeroed(1, sizeof *run);
  *run = (struct run){.name = name, .lock = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)};
  if (run->lock >= 0)
    (void)flock(run->lock, LOCK_SH | LOCK_NB);
  return run;
}

static struct error *run_of_directory(const char *path, struct run **ret)
{
  char *name = NULL;
  run_dir_name(path, &name);
  struct run *run = run_create(path, name);
  run->directory = memory_text(path);
  struct error *error = list_names(path, is_record_name, &run->records, &run->record_count);
  if (!error)
    prefix_names(path, run->records);
  if (!error && run->record_count == 0)
    error = error_format("%s: there is no record of a run in it", path);
  if (!error)
    error = list_names(path, is_snapshot_name, &run->snapshots, &run->snapshot_count);
  if (!error)
    prefix_names(path, run->snapshots);
  if (error) {
    run_destroy(run);
    return error;
  }
  *ret = run;
  return NULL;
}

static void run_of_record(const char *path, struct run **ret)
{
  char *name = memory_text(path);
  struct run *run = run_create(path, name);
  add_name(&run->records, &run->record_count, path);
  *ret = run;
}

static bool is_visible(const char *name)
{
  return name[0] != '.';
}

/* Runs may be in folders of their own in that one: some of them are named. */
static struct error *name_runs_within(struct error *error, const char *path)
{
  char **names = NULL, *found = memory_text("");
  size_t count = 0, runs = 0;
  error_free(list_names(path, is_visible, &names, &count));
  if (count > 0)
    qsort(names, count, sizeof *names, newest_first);
  for (size_t i = 0; i < count && i < LOOKED_AT && runs < NAMED; i++) {
    struct run *run;
    char *folder = print_text("%s/%s", path, names[i]);
    struct error *none = run_of_directory(folder, &run);
    if (!none) {
      char *more = print_text("%s%s%s", found, runs++ > 0 ? ", " : "", folder);
      free(found);
      found = more;
      run_destroy(run);
    }
    error_free(none);
    free(folder);
  }
  if (runs > 0) {
    error_free(error);
    error = error_format("%s: there is no record of a run in it; name a run in it: %s", path, found);
  }
  run_dir_list_release(names);
  free(found);
  return error;
}

static struct error *run_of_path(const char *path, struct run **ret)
{
  struct stat status = {0};
  char *absolute = realpath(path, NULL);
  if (!absolute || stat(absolute, &status) < 0) {
    struct error *error = error_errno(errno, "cannot find run %s", path);
    free(absolute);
    return error;
  }
  struct error *error = NULL;
  if (S_ISDIR(status.st_mode) && (error = run_of_directory(absolute, ret)))
    error = name_runs_within(error, absolute);
  if (!S_ISDIR(status.st_mode))
    run_of_record(absolute, ret);
  free(absolute);
  return error;
}

static struct error *run_of_name(const char *name, struct run **ret)
{
  char *state, *path;
  struct error *error = run_dir_kept_runs(&state);
  if (error)
    return error;
  print_new(&path, "%s/%s", state, name);
  if (access(path, F_OK) == 0)
    error = run_of_path(path, ret);
  else
    error =
      error_format("no run %s: there is no such file or directory, nor a saved run of this name in %s", name, state);
  free(path);
  free(state);
  return error;
}

/* Of these names, newest first; the first one if all of them explain others, which are gone. */
static size_t newest_among(const char *state, char *const *names, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!explains(state, names[i]))
      return i;
  return 0;
}

static struct error *run_of_newest(struct run **ret)
{
  char **names, *state;
  size_t count;
  struct error *error = run_dir_list(&names, &count);
  if (error)
    return error;
  if (count == 0)
    error = error_format("there is no saved run; name a run directory or a record");
  else if (!(error = run_dir_kept_runs(&state))) {
    error = run_of_name(names[newest_among(state, names, count)], ret);
    free(state);
  }
  run_dir_list_release(names);
  return error;
}

struct error *run_dir_find(const char *run, struct run **ret)
{
  if (!run)
    return run_of_newest(ret);
  if (access(run, F_OK) == 0)
    return run_of_path(run, ret);
  if (strchr(run, '/') || run[0] == '\0')
    return error_errno(errno, "cannot find run %s", run[0] ? run : "\"\"");
  return run_of_name(run, ret);
}
