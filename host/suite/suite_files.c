/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/suite/suite_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "host/base/foreign_file.h"
#include "host/base/print.h"
#include "host/launcher/prepare/tool_arguments.h"
#include "host/model/findings/exec_log.h"
#include "host/suite/preload/suite_log_client.h"

static const struct {
  size_t member; /* of struct suite_files, a path */
  const char *name;
} names[] = {
  {offsetof(struct suite_files, log), EXEC_LOG},
  {offsetof(struct suite_files, faults), "suite.faults"},
  {offsetof(struct suite_files, setup), "suite.setup"},
  {offsetof(struct suite_files, native_log), EXEC_LOG_NATIVE},
  {offsetof(struct suite_files, native_setup), "native.setup"},
  {offsetof(struct suite_files, native_output), "native.log"},
  {offsetof(struct suite_files, full_state), "suite.full"},
};
enum { NAMES = sizeof names / sizeof *names };

static char **path_of(struct suite_files *files, size_t index)
{
  return (char **)((char *)files + names[index].member);
}

/* --- creating --- */

/* Why there is a log already. */
static struct error *directory_is_used(const char *directory, const char *log)
{
  int fd;
  error_free(foreign_file_open(log, 0, &fd)); /* whatever it is, it is in the way */
  bool is_busy = fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) < 0 && errno == EWOULDBLOCK;
  if (fd >= 0)
    close(fd);
  if (is_busy)
    return error_format("%s: another suite is being recorded there; name another directory with --record=DIR",
                        directory);
  return error_format("%s: there is an earlier suite in it; remove it, or name another directory with --record=DIR",
                      directory);
}

/* Records of other runs would count as this suite's. */
static struct error *refuse_records(const char *directory)
{
  DIR *listing = opendir(directory);
  struct error *error = listing ? NULL : error_errno(errno, "cannot read directory %s", directory);
  for (struct dirent *entry; listing && !error && (entry = readdir(listing));) {
    size_t length = strlen(entry->d_name);
    if (length > 4 && strcmp(entry->d_name + length - 4, ".rec") == 0)
      error = error_format("%s: there are records of an earlier run in it; remove them, or name another directory with "
                           "--record=DIR", directory);
  }
  if (listing)
    closedir(listing);
  return error;
}

static struct error *make_log(const char *directory, struct suite_files *files)
{
  files->lock = open(files->log, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_APPEND, 0600);
  if (files->lock < 0)
    return errno == EEXIST ? directory_is_used(directory, files->log)
                           : error_errno(errno, "cannot create %s", files->log);
  (void)flock(files->lock, LOCK_EX | LOCK_NB);
  return NULL;
}

/* Its one byte is written now, so that it can be changed even when the disk is full. */
static struct error *make_faults(struct suite_files *files)
{
  files->fault = open(files->faults, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (files->fault < 0)
    return error_errno(errno, "cannot create %s", files->faults);
  bool is_written = write(files->fault, "0", 1) == 1 && fsync(files->fault) == 0;
  return is_written ? NULL : error_errno(errno, "cannot write %s", files->faults);
}

static struct error *open_directory(const char *path, struct suite_files *files)
{
  files->directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return files->directory < 0 ? error_errno(errno, "cannot open %s", path) : NULL;
}

struct error *suite_files_create(const char *directory, struct suite_files *ret)
{
  struct suite_files files = {.lock = -1, .fault = -1, .directory = -1};
  struct error *error = refuse_records(directory);
  for (size_t i = 0; i < NAMES && !error; i++)
    *path_of(&files, i) = print_text("%s/%s", directory, names[i].name);
  if (!error)
    error = make_log(directory, &files);
  if (!error)
    error = make_faults(&files);
  if (!error)
    error = open_directory(directory, &files);
  if (error)
    suite_files_deinit(&files);
  else
    *ret = files;
  return error;
}

void suite_files_deinit(struct suite_files *files)
{
  const int descriptors[] = {files->lock, files->fault, files->directory};
  for (size_t i = 0; i < sizeof descriptors / sizeof *descriptors; i++)
    if (descriptors[i] >= 0)
      close(descriptors[i]);
  for (size_t i = 0; i < NAMES; i++)
    free(*path_of(files, i));
}

/* --- the setup --- */

/* After the options come a mark, "--" and the program, which are left out. */
struct error *suite_files_tool_options(const struct set_up *set_up, struct suite_setup *ret)
{
  static char *const program[] = {(char *)"-", NULL};
  struct launch launch = {
    .options = set_up->options, .directory = set_up->directory, .socket_name = set_up->socket_name, .channel = -1,
    .run_directory = set_up->run_directory, .program = program,
  };
  enum { BEHIND = 3 };
  char **arguments;
  tool_arguments_make(&launch, &arguments);
  size_t count = 0;
  while (arguments[count])
    count++;
  if (count - 1 - BEHIND > SUITE_LIST_MAX)
    return error_format("too many options");
  memset(ret->options, 0, sizeof ret->options);
  for (size_t i = 1; i < count - BEHIND; i++)
    ret->options[i - 1] = arguments[i];
  return NULL;
}

static struct error *put_line(FILE *file, const char *name, const char *value)
{
  if (strchr(value, '\n'))
    return error_format("%s: a line break cannot be handed to the programs of a suite; rename it", value);
  fprintf(file, "%s %s\n", name, value);
  return NULL;
}

static struct error *put_list(FILE *file, const char *name, const char *const *values)
{
  struct error *error = NULL;
  for (; !error && *values; values++)
    error = put_line(file, name, *values);
  return error;
}

static struct error *put_setup(FILE *file, const struct suite_setup *setup)
{
  struct error *error = NULL;
#define TEXT(name) \
  if (!error)      \
    error = put_line(file, #name, setup->name);
#define LIST(name) \
  if (!error)      \
    error = put_list(file, #name, setup->name);
#include "host/suite/preload/suite_setup.def"
  return error;
}

struct error *suite_files_write_setup(const char *path, const struct suite_setup *setup)
{
  FILE *file = fopen(path, "we");
  if (!file)
    return error_errno(errno, "cannot create %s", path);
  struct error *error = put_setup(file, setup);
  if (!error && (fflush(file) != 0 || ferror(file)))
    error = error_errno(errno, "cannot write %s", path);
  if (!error && ftello(file) >= SUITE_SETUP_BYTES)
    error = error_format("the options and patterns of this suite are longer than %d bytes; use fewer",
                         SUITE_SETUP_BYTES);
  fclose(file);
  return error;
}

/* --- later --- */

struct error *suite_files_empty_log(const struct suite_files *files)
{
  return ftruncate(files->lock, 0) < 0 ? error_errno(errno, "cannot empty %s", files->log) : NULL;
}

void suite_files_set_fault(const struct suite_files *files)
{
  (void)!pwrite(files->fault, "1", 1, 0);
}

bool suite_files_have_fault(const struct suite_files *files)
{
  char byte = '1';
  return pread(files->fault, &byte, 1, 0) != 1 || byte != '0';
}

/* The setups that calls of valgrind have made. */
static void remove_setups(const char *directory)
{
  DIR *listing = opendir(directory);
  for (struct dirent *entry; listing && (entry = readdir(listing));)
    if (strncmp(entry->d_name, SUITE_CALL_SETUP, sizeof SUITE_CALL_SETUP - 1) == 0)
      (void)unlinkat(dirfd(listing), entry->d_name, 0);
  if (listing)
    closedir(listing);
}

void suite_files_clean(const struct suite_files *files, const char *directory)
{
  (void)unlink(files->faults);
  (void)unlink(files->full_state);
  remove_setups(directory);
}

void suite_files_remove(struct suite_files *files, const char *directory)
{
  char *facts;
  if (files->lock < 0)
    return;
  for (size_t i = 0; i < NAMES; i++)
    (void)unlink(*path_of(files, i));
  (void)unlinkat(files->directory, SUITE_LOG_SOCKET_FILE, 0); /* the server may not have seen yet that it is over */
  facts = print_text("%s/suite.json", directory);
  (void)unlink(facts);
  free(facts);
}
