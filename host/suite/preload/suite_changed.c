/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Both ways: each file of the last full check has to be the same today, and what the loader has mapped today, and files
 * that the arguments name, have to be among these. So a library that is found elsewhere (LD_LIBRARY_PATH, a new file in
 * front of the old one) is noticed though nothing was written to those of before. What the program opens later by
 * dlopen() is known from before only; suite_full_checks.c looks again when it has run. */
#include "host/suite/preload/suite_changed.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "host/suite/preload/full_state.h"
#include "host/suite/preload/suite_preload.h"
#include "shared/base/plain_strings.h"
#include "shared/base/raw_syscalls.h"

#define NO_CHECK    "no full check of it is known"
#define NOT_CLEAN   "its last full check found errors, or did not end"
#define UNREADABLE  "the state of full checks cannot be read"
#define NO_MAPPINGS "its mappings cannot be read"

enum { MAPS_BYTES = 3 * SUITE_PATH_BYTES };

/* --- the key --- */

/* FNV-1a; each text with its NUL. */
static uint64_t add_text(uint64_t sum, const char *text)
{
  const char *at = text ? text : "";
  do
    sum = (sum ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
  while (*at++);
  return sum;
}

static uint64_t add_list(uint64_t sum, char *const *list)
{
  for (; *list; list++)
    sum = add_text(sum, *list);
  return add_text(sum, "");
}

/* Variables that the loader goes by. What LD_PRELOAD names is mapped by now. */
static uint64_t add_loader_variables(uint64_t sum, char *const *environment)
{
  for (; *environment; environment++)
    if ((text_after(*environment, "LD_") && !text_after(*environment, "LD_PRELOAD=")) ||
        text_after(*environment, "GLIBC_TUNABLES="))
      sum = add_text(sum, *environment);
  return add_text(sum, "");
}

static uint64_t key_of_image(const char *input)
{
  uint64_t key = UINT64_C(0xcbf29ce484222325);
  key = add_text(key, suite_process.setup.full_options);
  key = add_text(key, suite_image.exe);
  key = add_text(key, suite_image.directory);
  key = add_text(key, suite_image.test.is_preliminary ? "" : suite_image.test.name);
  key = add_list(key, suite_image.arguments);
  key = add_text(key, input);
  return add_loader_variables(key, suite_image.environment);
}

/* --- what is known of it --- */

struct known {
  struct full_state state;
  const struct full_state_entry *entry;
};

/* It stays mapped until the process executes its program again. */
static bool open_state(struct full_state *ret)
{
  struct stat status;
  struct full_state_fault ignored;
  const char *path = suite_process.setup.full_state;
  const long fd = raw_syscall(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC | O_NOCTTY, 0, 0, 0);
  if (fd < 0)
    return false;
  long result = raw_syscall(SYS_fstat, fd, (long)&status, 0, 0, 0, 0);
  if (result >= 0)
    result = raw_syscall(SYS_mmap, 0, status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  return (unsigned long)result < -4096ul &&
         full_state_open((const void *)result, (size_t)status.st_size, ret, &ignored);
}

static bool is_member(const struct known *known, const char *path)
{
  for (uint64_t i = 0; i < known->entry->count; i++) {
    const struct full_state_file *file = full_state_member(&known->state, known->entry, i);
    if (file && text_equal(full_state_path(&known->state, file), path))
      return true;
  }
  return false;
}

/* NULL: all are as they were. */
static const char *find_changed_member(const struct known *known)
{
  for (uint64_t i = 0; i < known->entry->count; i++) {
    const struct full_state_file *file = full_state_member(&known->state, known->entry, i);
    if (!file)
      return UNREADABLE;
    const char *path = full_state_path(&known->state, file);
    if (!file_identity_holds(path, &file->identity, file->sum))
      return path;
  }
  return NULL;
}

/* --- what is mapped --- */

/* The path at the end of a line of /proc/self/maps, if code of a file is mapped there; else NULL. */
static const char *path_of_code(const char *line)
{
  enum { BEFORE_EXECUTE = 2 };
  const char *rights = text_find(line, " ");
  if (!rights || text_length(rights) < 5 || rights[1 + BEFORE_EXECUTE] != 'x')
    return NULL;
  return text_find(rights, "/");
}

/* Go through the whole lines in the buffer; returns how many bytes they have. *ret: a path that is not a member. */
static size_t take_lines(const struct known *known, char *buffer, size_t size, const char **ret)
{
  size_t start = 0;
  for (size_t i = 0; i < size && !*ret; i++) {
    if (buffer[i] != '\n')
      continue;
    buffer[i] = '\0';
    const char *path = path_of_code(buffer + start);
    if (path && !is_member(known, path))
      *ret = path;
    start = i + 1;
  }
  return start;
}

static const char *find_new_mapping(const struct known *known)
{
  static char buffer[MAPS_BYTES];
  size_t size = 0;
  long got = 1;
  const char *found = NULL;
  const long fd = raw_syscall(SYS_openat, AT_FDCWD, (long)"/proc/self/maps", O_RDONLY | O_CLOEXEC, 0, 0, 0);
  if (fd < 0)
    return NO_MAPPINGS;
  while (!found && size < sizeof buffer &&
         (got = raw_syscall(SYS_read, fd, (long)(buffer + size), (long)(sizeof buffer - size), 0, 0, 0)) > 0) {
    size += (size_t)got;
    const size_t done = take_lines(known, buffer, size, &found);
    for (size_t i = done; !found && i < size; i++)
      buffer[i - done] = buffer[i];
    size -= found ? 0 : done;
  }
  raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  return found ? found : got == 0 && size == 0 ? NULL : NO_MAPPINGS;
}

/* --- its arguments --- */

static const char *find_new_argument(const struct known *known, const char *argument)
{
  static char path[2 * SUITE_PATH_BYTES];
  for (unsigned part = 0; part < FILE_ARGUMENT_PARTS; part++)
    if (file_of_argument(suite_image.directory, argument, part, path, sizeof path) && !is_member(known, path))
      return path;
  return NULL;
}

static const char *find_new_arguments(const struct known *known)
{
  const char *found = NULL;
  for (char *const *argument = suite_image.arguments; *argument && !found; argument++)
    found = argument > suite_image.arguments ? find_new_argument(known, *argument) : NULL;
  return found;
}

/* Where the shell has kept a text of a script, the file has no name any more: what is in it is the script's affair,
 * like that of a pipe. */
static void find_input(char path[static SUITE_CHANGED_BYTES])
{
  static const char descriptor[] = "/proc/self/fd/0";
  struct file_identity input, named;
  const long size = raw_syscall(SYS_readlink, (long)descriptor, (long)path, SUITE_CHANGED_BYTES - 1, 0, 0, 0);
  path[size > 0 ? size : 0] = '\0';
  if (!file_identity_of(descriptor, &input) || !file_identity_of(path, &named) ||
      !file_identity_is_equal(&input, &named))
    path[0] = '\0';
}

/* --- all of it --- */

static const char *find_change(const struct known *known, const char *input)
{
  const char *found = find_changed_member(known);
  if (!found)
    found = find_new_mapping(known);
  if (!found && *input && !is_member(known, input))
    found = input;
  return found ? found : find_new_arguments(known);
}

void suite_changed_find(struct suite_changed *ret)
{
  struct known known = {.entry = NULL};
  const char *found = UNREADABLE;
  find_input(ret->input);
  ret->key = key_of_image(ret->input);
  ret->checked_ns = 0;
  if (open_state(&known.state)) {
    known.entry = full_state_find(&known.state, ret->key);
    found = !known.entry ? NO_CHECK : known.entry->count == 0 ? NOT_CLEAN : find_change(&known, ret->input);
  }
  ret->what[0] = '\0';
  text_append(ret->what, sizeof ret->what, found);
  if (!found)
    ret->checked_ns = known.entry->checked_ns;
}
