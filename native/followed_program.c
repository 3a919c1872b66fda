/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The options are those of this process, but for its channel and its record. A memory file has them, which is not
 * closed on exec; so is the channel, a new one, so that the reporter never loses sight of the program.
 *
 * Each thread has room for one environment. It stays the thread's if a child in this memory executes its program: the
 * child cannot give anything back. */
#include "native/followed_program.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include "memcheck/pure/base/env.h"
#include "native/locks.h"
#include "native/process_private.h"
#include "shared/base/native_variable.h"
#include "shared/base/program_file.h"
#include "shared/base/raw_syscalls.h"

static const char preload[] = "LD_PRELOAD=";
static __thread struct {
  char *bytes;
  size_t size;
  char *path; /* of PROCESS_PATH_BYTES, once it is needed: a running program has little room for storage of threads */
} room __attribute__((tls_model("initial-exec")));

static char *path_room(void)
{
  if (!room.path) {
    room.path = env_allocate("path", PROCESS_PATH_BYTES);
    room.path[0] = '\0';
  }
  return room.path;
}

/* --- is it meant? --- */

/* '*' is any text, '?' any character, as the core has it. */
static bool matches(const char *pattern, const char *end, const char *text)
{
  const char *star = NULL, *resume = NULL;
  while (*text) {
    if (pattern < end && *pattern == '*') {
      star = ++pattern;
      resume = text;
    } else if (pattern < end && (*pattern == '?' || *pattern == *text)) {
      pattern++;
      text++;
    } else if (star) {
      pattern = star;
      text = ++resume;
    } else {
      return false;
    }
  }
  while (pattern < end && *pattern == '*')
    pattern++;
  return pattern == end;
}

/* Patterns are separated by commas. */
static bool is_among(const char *patterns, const char *text)
{
  for (const char *next = patterns, *end; next && *next; next = *end ? end + 1 : end) {
    end = strchrnul(next, ',');
    if (end > next && matches(next, end, text))
      return true;
  }
  return false;
}

static bool is_meant(const struct execution *execution, const char *path)
{
  const struct native_settings *const settings = &process.settings;
  if (!settings->traces_children || is_among(settings->skipped_programs, path))
    return false;
  for (char *const *argument = execution->arguments; argument && *argument; argument++)
    if (is_among(settings->skipped_arguments, *argument))
      return false;
  return true;
}

/* --- can it be watched? --- */

static long open_at(int folder, const char *path)
{
  return raw_syscall(SYS_openat, folder, (long)path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0, 0, 0);
}

static void close_fd(int *fd)
{
  if (*fd >= 0)
    (void)raw_syscall(SYS_close, *fd, 0, 0, 0, 0, 0);
  *fd = -1;
}

/* The interpreter of a script; false: it is none. */
static bool read_interpreter(int fd, char *path, size_t size)
{
  const long got = raw_syscall(SYS_pread64, fd, (long)path, (long)size - 1, 0, 0, 0);
  path[got > 0 ? got : 0] = '\0';
  if (strncmp(path, "#!", 2) != 0)
    return false;
  path[strcspn(path, "\n")] = '\0';
  const char *const word = path + 2 + strspn(path + 2, " \t");
  const size_t bytes = strcspn(word, " \t");
  memmove(path, word, bytes);
  path[bytes] = '\0';
  return true;
}

/* A script is as its interpreter. What cannot be read can be executed all the same. */
static const char *look_at_file(int fd, const char *path, unsigned depth)
{
  enum { DEPTH_MAX = 4 };
  char interpreter[256];
  struct stat status;
  if (raw_syscall(SYS_fstat, fd, (long)&status, 0, 0, 0, 0) < 0 || !S_ISREG(status.st_mode))
    return NULL;
  const struct program_file file = program_file_examine(fd, &status, path);
  if (file.is_elf || file.why || depth == DEPTH_MAX || !read_interpreter(fd, interpreter, sizeof interpreter))
    return file.why;
  int next = (int)open_at(AT_FDCWD, interpreter);
  const char *const why = next >= 0 ? look_at_file(next, interpreter, depth + 1) : NULL;
  close_fd(&next);
  return why;
}

/* What is open has a path in /proc. */
static const char *name_program(const struct execution *execution)
{
  char link[64];
  if (*execution->path)
    return execution->path;
  snprintf(link, sizeof link, "/proc/self/fd/%d", execution->folder);
  char *const path = path_room();
  const long bytes = raw_syscall(SYS_readlink, (long)link, (long)path, PROCESS_PATH_BYTES - 1, 0, 0, 0);
  path[bytes > 0 ? bytes : 0] = '\0';
  return path;
}

static const char *why_not(const struct execution *execution)
{
  const bool is_open = *execution->path == '\0' && (execution->flags & AT_EMPTY_PATH);
  int fd = is_open ? execution->folder : (int)open_at(execution->folder, execution->path);
  const char *why = fd >= 0 ? look_at_file(fd, name_program(execution), 0) : NULL;
  if (!is_open)
    close_fd(&fd);
  if (!why && raw_syscall(SYS_access, (long)process.library, 4 /* R_OK */, 0, 0, 0, 0) < 0)
    why = "in a root without Seep";
  return why;
}

/* --- what it is given --- */

/* As for a forked child, where this process has a stream: that works wherever it is. */
static int open_channel(bool is_this)
{
  if (!is_this)
    return output_connect(process.settings.socket_name);
  locks_take(LOCK_OUTPUT);
  output_before_fork(&process.output);
  const int channel = process.output.of_child;
  locks_release(LOCK_OUTPUT);
  return channel;
}

static bool write_text(int fd, const char *text, size_t bytes)
{
  while (bytes > 0) {
    const long written = raw_syscall(SYS_write, fd, (long)text, (long)bytes, 0, 0, 0);
    if (written <= 0)
      return false;
    text += written;
    bytes -= (size_t)written;
  }
  return true;
}

static bool write_number(int fd, const char *option, int number)
{
  char word[64];
  const int bytes = number < 0 ? 0 : snprintf(word, sizeof word, "%s=%d", option, number) + 1;
  return write_text(fd, word, (size_t)bytes);
}

static bool write_options(int fd)
{
  static const char *const own[] = {"--seep-channel=", "--seep-record=", "--seep-parent="};
  const char *const text = process.settings.words;
  for (const char *word = text; strcmp(word, "--") != 0; word += strlen(word) + 1) {
    bool is_own = false;
    for (unsigned i = 0; i < sizeof own / sizeof *own; i++)
      is_own |= strncmp(word, own[i], strlen(own[i])) == 0;
    if (!is_own && !write_text(fd, word, strlen(word) + 1))
      return false;
  }
  return true;
}

static bool write_program(int fd, const struct execution *execution, const char *path)
{
  char *const *argument = execution->arguments;
  bool is_written = write_text(fd, "--", 3) && write_text(fd, path, strlen(path) + 1);
  for (argument += argument && *argument; argument && *argument && is_written; argument++)
    is_written = write_text(fd, *argument, strlen(*argument) + 1);
  return is_written;
}

static int make_options(const struct execution *execution, const struct followed_program *program)
{
  const int low = (int)raw_syscall(SYS_memfd_create, (long)"seep", 1 /* MFD_CLOEXEC */, 0, 0, 0, 0);
  int fd = low < 0 ? -1 : output_move_away(low);
  if (fd >= 0 && !(write_options(fd) && write_number(fd, "--seep-channel", program->channel) &&
                   write_number(fd, "--seep-parent", program->is_child ? -1 : process.watched_pid) &&
                   write_program(fd, execution, program->path)))
    close_fd(&fd);
  return fd;
}

/* NULL: it is another variable. */
static const char *preload_of(const char *variable)
{
  return strncmp(variable, preload, sizeof preload - 1) == 0 ? variable + sizeof preload - 1 : NULL;
}

static bool make_room(size_t bytes)
{
  if (bytes > room.size) {
    env_free(room.bytes);
    room.bytes = env_allocate("environment", bytes);
    room.size = bytes;
  }
  return room.bytes != NULL;
}

/* The library stands in front of those that the program names. */
static char *const *make_variables(char *const *given, int options)
{
  enum { NUMBER_BYTES = 32, MORE = 3 };
  const char *rest = NULL;
  size_t count = 0, at = 0;
  for (; given && given[count]; count++)
    rest = preload_of(given[count]) ? preload_of(given[count]) : rest;
  const size_t text_bytes = sizeof preload + strlen(process.library) + (rest ? strlen(rest) : 0) + 2;
  if (!make_room((count + MORE) * sizeof(char *) + NUMBER_BYTES + text_bytes))
    return given;
  char **const variables = (char **)room.bytes;
  char *const number = (char *)(variables + count + MORE), *const text = number + NUMBER_BYTES;
  snprintf(number, NUMBER_BYTES, NATIVE_VARIABLE "=%d", options);
  snprintf(text, text_bytes, "%s%s%s%s", preload, process.library, rest ? ":" : "", rest ? rest : "");
  for (size_t i = 0; i < count; i++)
    variables[at++] = preload_of(given[i]) ? text : given[i];
  if (!rest)
    variables[at++] = text;
  variables[at++] = number;
  variables[at] = NULL;
  return variables;
}

static void keep_over_exec(int fd)
{
  if (fd >= 0)
    (void)raw_syscall(SYS_fcntl, fd, F_SETFD, 0, 0, 0, 0);
}

void followed_program_prepare(const struct execution *execution, bool is_this, struct followed_program *ret)
{
  *ret = (struct followed_program){.variables = execution->variables, .options = -1, .channel = -1,
                                   .is_child = is_this};
  ret->path = name_program(execution);
  ret->is_meant = is_meant(execution, ret->path);
  ret->why = ret->is_meant ? why_not(execution) : NULL;
  if (!ret->is_meant || ret->why)
    return;
  ret->channel = open_channel(is_this);
  ret->options = make_options(execution, ret);
  if (ret->options < 0) {
    ret->why = "without its options, for which there is no descriptor";
    return;
  }
  ret->variables = make_variables(execution->variables, ret->options);
  keep_over_exec(ret->options);
  keep_over_exec(ret->channel);
}

void followed_program_release(struct followed_program *program)
{
  close_fd(&program->options);
  if (!program->is_child) {
    close_fd(&program->channel);
    return;
  }
  locks_take(LOCK_OUTPUT);
  output_after_fork(&process.output);
  locks_release(LOCK_OUTPUT);
}
