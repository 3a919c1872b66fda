/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the checker needs to know stands in its arguments. The library that watches the heap of a program which runs
 * natively finds the same ones in a memory file, whose number is in the environment until it begins. */
#include "host/suite/preload/suite_become.h"

#include <fcntl.h>
#include <linux/un.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "shared/base/native_variable.h"
#include "shared/base/raw_syscalls.h"
#include "shared/base/standard_input.h"
#include "host/suite/preload/suite_preload.h"
#include "shared/base/plain_strings.h"

void suite_become_state(enum suite_state state)
{
  suite_write_at_variable(suite_process.at, sizeof suite_process.at, state, &suite_image.test);
}

long suite_become_program(const char *path, const char **arguments, const char **environment)
{
  return raw_syscall(SYS_execve, (long)path, (long)arguments, (long)environment, 0, 0, 0);
}

/* --- what it is told --- */

/* A standard descriptor that is closed must stay closed for the program. */
static long above_standard(long fd)
{
  if (fd < 0 || fd > STDERR_FILENO)
    return fd;
  const long higher = raw_syscall(SYS_fcntl, fd, F_DUPFD, STDERR_FILENO + 1, 0, 0, 0);
  raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  return higher;
}

static int connect_to_reporter(void)
{
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t size = text_length(suite_process.setup.socket);
  if (size == 0 || size + 1 > sizeof address.sun_path)
    return -1;
  for (size_t i = 0; i < size; i++)
    address.sun_path[i + 1] = suite_process.setup.socket[i];
  const long fd = above_standard(raw_syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0, 0, 0, 0));
  long address_bytes = (long)(offsetof(struct sockaddr_un, sun_path) + 1 + size);
  if (fd >= 0 && raw_syscall(SYS_connect, fd, (long)&address, address_bytes, 0, 0, 0) < 0) {
    raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
    return -1;
  }
  return (int)fd;
}

/* A process of another user reaches neither, one in another network namespace not the reporter. */
static struct suite_stream open_stream(void)
{
  struct suite_stream stream = {.channel = -1, .record = -1};
  long log = raw_syscall(SYS_openat, AT_FDCWD, (long)suite_process.setup.log, O_WRONLY | O_CLOEXEC | O_NOCTTY, 0, 0, 0);
  if (log >= 0)
    raw_syscall(SYS_close, log, 0, 0, 0, 0, 0);
  if (log >= 0 || !*suite_process.setup.socket)
    stream.channel = connect_to_reporter();
  if (stream.channel < 0 && *suite_process.setup.socket)
    suite_log_client_stream(suite_process.setup.key, suite_process.setup.log, &stream);
  return stream;
}

static void close_stream(const struct suite_stream *stream)
{
  if (stream->channel >= 0)
    raw_syscall(SYS_close, stream->channel, 0, 0, 0, 0, 0);
  if (stream->record >= 0)
    raw_syscall(SYS_close, stream->record, 0, 0, 0, 0, 0);
}

/* Options that differ from process to process, after those that all have. */
static size_t put_own_options(const char **arguments, size_t at, const struct suite_stream *stream)
{
  static char channel_option[64] = "--seep-channel=", record_option[64] = "--seep-record=";
  static char id_option[96] = "--seep-host=--suite-exec=";
  static char test_option[SUITE_TEST_NAME_BYTES + 64] = "--seep-host=--suite-test=";
  static char input_option[STANDARD_INPUT_BYTES + 64] = "--seep-host=--standard-input=", input[STANDARD_INPUT_BYTES];
  if (stream->channel >= 0) {
    text_append_number(channel_option, sizeof channel_option, (unsigned long)stream->channel, 10);
    arguments[at++] = channel_option;
  }
  if (stream->record >= 0) {
    text_append_number(record_option, sizeof record_option, (unsigned long)stream->record, 10);
    arguments[at++] = record_option;
  }
  text_append(id_option, sizeof id_option, suite_process.id);
  arguments[at++] = id_option;
  if (suite_image.test.name[0] && !suite_image.test.is_preliminary) {
    text_append(test_option, sizeof test_option, suite_image.test.name);
    arguments[at++] = test_option;
  }
  text_append(input_option, sizeof input_option, standard_input_word(input));
  arguments[at++] = input_option;
  if (raw_syscall(SYS_fcntl, STDERR_FILENO, F_GETFD, 0, 0, 0, 0) < 0)
    arguments[at++] = "--log-fd=-1";
  arguments[at++] = "--tool=seep";
  arguments[at++] = "--";
  return at;
}

/* The first word is no argument. `own` (may be NULL): an option of this way of checking. */
static void fill_arguments(const char **arguments, const char *program, const char *own,
                           const struct suite_stream *stream)
{
  size_t at = 0;
  arguments[at++] = program;
  at = text_list_append(arguments, at, suite_process.setup.options);
  if (own)
    arguments[at++] = own;
  at = put_own_options(arguments, at, stream);
  arguments[at++] = program;
  if (suite_image.arguments[0])
    at = text_list_append(arguments, at, (const char *const *)suite_image.arguments + 1);
  arguments[at] = NULL;
}

/* --- under the checker --- */

/* The program's own, and what the core and begin_process() in the guest need. */
static void fill_environment(const char **environment, const char *program)
{
  static char launcher[2 * SUITE_PATH_BYTES] = "VALGRIND_LAUNCHER=", name[SUITE_PATH_BYTES] = SUITE_NAME_VARIABLE "=";
  const char *own_name = suite_image.arguments[0] ? suite_image.arguments[0] : "";
  size_t at = text_list_append(environment, 0, (const char *const *)suite_image.environment);
  text_append(launcher, sizeof launcher, suite_process.setup.launcher);
  text_append(launcher, sizeof launcher, "\n");
  text_append(launcher, sizeof launcher, suite_process.setup.parts);
  environment[at++] = launcher;
  if (!text_equal(own_name, program)) {
    text_append(name, sizeof name, own_name);
    environment[at++] = name;
  }
  environment[at] = NULL;
}

/* In a suite that checks for leaks, those checked fully say so. */
static long become_tool(const char *program, const char **arguments, const struct suite_stream *stream)
{
  const char **environment = __builtin_alloca((text_list_length(suite_image.environment) + 4) * sizeof(char *));
  fill_arguments(arguments, program, *suite_process.setup.native ? "--seep-host=--checks=all" : NULL, stream);
  fill_environment(environment, program);
  return suite_become_program(suite_process.setup.tool, arguments, environment);
}

/* --- natively --- */

static bool write_word(long file, const char *text, const char *more)
{
  const char *const parts[] = {text, more};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    const long bytes = (long)text_length(parts[i]) + (long)i; /* the last one with its NUL */
    for (long at = 0; at < bytes;) {
      const long written = raw_syscall(SYS_write, file, (long)(parts[i] + at), bytes - at, 0, 0, 0);
      if (written <= 0)
        return false;
      at += written;
    }
  }
  return true;
}

/* Negative: it cannot be made. */
static long make_memory_file(const char *const *words)
{
  const long file = above_standard(raw_syscall(SYS_memfd_create, (long)"seep", 0, 0, 0, 0, 0));
  bool is_written = file >= 0 && write_word(file, "--seep-launcher=", suite_process.setup.launcher);
  if (is_written && *suite_process.setup.growth)
    is_written = write_word(file, "--seep-growth=", suite_process.setup.growth);
  for (; is_written && *words; words++)
    is_written = write_word(file, *words, "");
  if (is_written || file < 0)
    return file;
  raw_syscall(SYS_close, file, 0, 0, 0, 0, 0);
  return -1;
}

static const char preload[] = "LD_PRELOAD";

/* "LD_PRELOAD=" with the library behind all others, of which the suite's has to be the first. */
static size_t preload_bytes(void)
{
  return sizeof preload + text_length(text_variable(suite_image.environment, preload)) +
         text_length(suite_process.setup.native) + 2;
}

static void write_preload(char *text, size_t size)
{
  const char *before = text_variable(suite_image.environment, preload);
  text[0] = '\0';
  text_append(text, size, preload);
  text_append(text, size, "=");
  text_append(text, size, before);
  text_append(text, size, before && *before ? ":" : "");
  text_append(text, size, suite_process.setup.native);
}

static long become_watched(const char *program, const char **arguments, const struct suite_stream *stream)
{
  const char **environment = __builtin_alloca((text_list_length(suite_image.environment) + 3) * sizeof(char *));
  const size_t bytes = preload_bytes();
  char *const list = __builtin_alloca(bytes), number[32] = NATIVE_VARIABLE "=";
  size_t at = 0;
  fill_arguments(arguments, program, NULL, stream);
  const long file = make_memory_file(arguments + 1);
  if (file < 0)
    return file;
  write_preload(list, bytes);
  text_append_number(number, sizeof number, (unsigned long)file, 10);
  for (char *const *entry = suite_image.environment; *entry; entry++)
    if (!text_after(text_after(*entry, preload), "="))
      environment[at++] = *entry;
  environment[at++] = list;
  environment[at++] = number;
  environment[at] = NULL;
  const long result = suite_become_program(program, (const char **)suite_image.arguments, environment);
  raw_syscall(SYS_close, file, 0, 0, 0, 0, 0);
  return result;
}

long suite_become_checked(bool is_for_leaks)
{
  const bool is_as_invoked = suite_image.invoked && suite_is_same_file(suite_image.invoked, "/proc/self/exe");
  const char *program = is_as_invoked ? suite_image.invoked : suite_image.exe;
  const size_t room = SUITE_LIST_MAX + text_list_length(suite_image.arguments) + 16;
  const char **arguments = __builtin_alloca(room * sizeof(char *));
  const struct suite_stream stream = open_stream();
  suite_become_state(is_for_leaks ? SUITE_STATE_NATIVE : SUITE_STATE_CHECKED);
  const long result =
    is_for_leaks ? become_watched(program, arguments, &stream) : become_tool(program, arguments, &stream);
  close_stream(&stream);
  suite_become_state(SUITE_STATE_DONE);
  return result;
}
