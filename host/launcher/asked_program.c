/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/launcher/asked_program.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/installed.h"
#include "host/base/process_status.h"
#include "host/launcher/native_asking.h"
#include "host/launcher/watched_programs.h"

enum { NAME_BYTES = 256 };

#define ATTACH "; seep attach %ld watches the heap of a program that runs already"

/* --- its name --- */

struct error *asked_program_named(const char *text, long *ret)
{
  char *end;
  errno = 0;
  long pid = strtol(text, &end, 10);
  if (*end || end == text)
    return watched_programs_pid(text, ret);
  if (errno || pid <= 0 || pid > INT_MAX)
    return error_format("%s is not a process id; it is the number between == in the report", text);
  *ret = pid;
  return NULL;
}

/* --- what may be wrong with it --- */

/* Its name as it calls itself, terminated; empty if it cannot be read. Returns its size. */
static size_t read_name(long pid, char text[NAME_BYTES])
{
  char path[64];
  snprintf(path, sizeof path, "/proc/%ld/comm", pid);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t size = fd < 0 ? 0 : read(fd, text, NAME_BYTES - 1);
  if (fd >= 0)
    close(fd);
  text[size > 0 ? size : 0] = '\0';
  return size > 0 ? (size_t)size : 0;
}

/* Everybody may read which signals a process handles, even if /proc/PID/exe is hidden. Valgrind's core handles nearly
 * all, and hardly any other program. */
static bool handles_most_signals(long pid)
{
  enum { MOST = 48 };
  char text[PROCESS_STATUS_BYTES];
  const char *set;
  return process_status_find(pid, "\nSigCgt:", text, &set) && __builtin_popcountll(strtoull(set, NULL, 16)) >= MOST;
}

static bool is_of_another_user(long pid)
{
  char path[64];
  struct stat status;
  snprintf(path, sizeof path, "/proc/%ld", pid);
  return geteuid() != 0 && (stat(path, &status) < 0 || status.st_uid != geteuid());
}

/* /proc/PID/exe cannot be read. The kernel refuses that in many cases with the same error, so find out which one it
 * is. */
static struct error *check_hidden(const struct asked_program *program)
{
  const long pid = program->pid;
  char name[NAME_BYTES];
  size_t size = read_name(pid, name);
  for (size_t i = 0; i < size; i++) /* a process may call itself anything; a newline ends it */
    if (iscntrl((unsigned char)name[i]))
      name[i] = i + 1 < size ? '?' : '\0';
  if (name[0] && !handles_most_signals(pid))
    return error_format("process %ld does not run under Seep: it is %s" ATTACH, pid, name, pid);
  if (is_of_another_user(pid))
    return error_format("process %ld: permission denied; run seep %s as the user that it belongs to", pid,
                        program->command);
  return error_format("process %ld: permission denied; it has privileges that you lack, or tracing is forbidden (in a "
                      "container, add CAP_SYS_PTRACE)",
                      pid);
}

static struct error *check_program(const struct asked_program *asked)
{
  const long pid = asked->pid;
  char path[64], program[PATH_MAX];
  snprintf(path, sizeof path, "/proc/%ld/exe", pid);
  ssize_t size = readlink(path, program, sizeof program - 1);
  if (size < 0)
    return process_status_state(pid) == 'Z' ? error_format("process %ld has ended", pid) : check_hidden(asked);
  program[size] = '\0';
  const char *slash = strrchr(program, '/'), *name = slash ? slash + 1 : program;
  if (strncmp(name, "seep-", strlen("seep-")) == 0)
    return NULL;
  if (native_asking_is_native(pid))
    return error_format("process %ld runs natively under Seep, but takes no requests: it is in another network "
                        "namespace, or has restricted its system calls",
                        pid);
  if (strstr(name, "-amd64-linux"))
    return error_format("process %ld runs under another tool of Valgrind (%s), not under Seep", pid, name);
  return error_format("process %ld does not run under Seep: it is %s" ATTACH, pid, program, pid);
}

struct error *asked_program_check(const struct asked_program *program, bool is_native)
{
  const long pid = program->pid;
  if (kill((pid_t)pid, 0) < 0 && errno == ESRCH)
    return error_format("there is no process %ld", pid);
  RETURN_IF_ERROR(is_native ? NULL : check_program(program));
  switch (process_status_state(pid)) {
  case 'T':
    return error_format("process %ld is stopped; continue it first: kill -CONT %ld", pid, pid);
  case 't':
    return error_format("a debugger has stopped process %ld; continue it%s", pid, program->in_debugger);
  case 'Z':
    return error_format("process %ld has ended", pid);
  default:
    return NULL;
  }
}

bool asked_program_is_gone(long pid)
{
  const char state = process_status_state(pid);
  return state == 0 || state == 'Z';
}

/* --- asking --- */

/* The last line of what vgdb complained about, without its own name in front. */
static const char *last_line(char *text)
{
  size_t size = strlen(text);
  while (size > 0 && text[size - 1] == '\n')
    text[--size] = '\0';
  const char *line = strrchr(text, '\n');
  line = line ? line + 1 : text;
  static const char own_name[] = "vgdb error: ";
  return strncmp(line, own_name, sizeof own_name - 1) == 0 ? line + sizeof own_name - 1 : line;
}

static bool begins(const char *text, const char *with)
{
  return strncmp(text, with, strlen(with)) == 0;
}

/* `complaint`: of vgdb, or empty. */
static struct error *judge_answer(const struct asked_program *program, const char *answer, char *complaint)
{
  for (const char *const *good = program->good; *good; good++)
    if (begins(answer, *good))
      return NULL;
  const char *const why = begins(answer, "no ") ? strstr(answer, ": ") : NULL;
  if (why)
    return error_format("no %s of process %ld: %.*s", program->wanted, program->pid, (int)strcspn(why + 2, "\n"),
                        why + 2);
  if (strstr(complaint, "no FIFO found"))
    return error_format("process %ld cannot be reached: it was started with --vgdb=no, or with a --vgdb-prefix, which "
                        "must be given here, too",
                        program->pid);
  return error_format("process %ld did not answer: %s", program->pid, last_line(complaint));
}

struct error *asked_program_order(const struct asked_program *program, char *order, char ret_answer[VGDB_ANSWER_BYTES])
{
  static struct vgdb_answer answers[2];
  char pid[32], vgdb[PATH_MAX];
  char *arguments[] = {vgdb, pid, order, NULL, NULL};
  snprintf(pid, sizeof pid, "--pid=%ld", program->pid);
  if (program->prefix) {
    arguments[2] = (char *)program->prefix;
    arguments[3] = order;
  }
  struct error *error = installed_part("vgdb", vgdb);
  if (!error)
    error = vgdb_call(arguments, answers);
  if (error)
    return error;
  memcpy(ret_answer, answers[0].text, sizeof answers[0].text);
  return judge_answer(program, ret_answer, answers[1].text);
}

struct error *asked_program_natively(const struct asked_program *program, int fd, const char *request,
                                     char ret_answer[VGDB_ANSWER_BYTES])
{
  char none[] = "";
  const struct native_target target = {.pid = program->pid, .thread = program->thread};
  struct error *error = native_asking_ask(fd, &target, request, ret_answer, VGDB_ANSWER_BYTES);
  return error ? error : judge_answer(program, ret_answer, none);
}

struct error *asked_program_ask(const struct asked_program *program, const char *request, char *order,
                                char ret_answer[VGDB_ANSWER_BYTES])
{
  const int native = native_asking_connect(program->pid);
  struct error *error = asked_program_check(program, native >= 0);
  if (!error && native >= 0)
    return asked_program_natively(program, native, request, ret_answer);
  if (native >= 0)
    close(native);
  return error ? error : asked_program_order(program, order, ret_answer);
}
