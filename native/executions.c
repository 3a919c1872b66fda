/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is watched ends where another program is executed, and the record says so. A child that shares the memory
 * (vfork(), posix_spawn(), system()) executes its program here as well, though it has no stream: what it did is noted,
 * and told by its parent, which cannot know when it is done.
 *
 * All of the C library's ways end in the three functions that are replaced here. */
#include "native/executions.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "native/followed_program.h"
#include "native/growth.h"
#include "native/jumps.h"
#include "native/locks.h"
#include "native/next_functions.h"
#include "native/process_private.h"
#include "native/program_signals.h"
#include "native/requests.h"
#include "native/snapshot_peaks.h"
#include "native/snapshots.h"
#include "native/watched_thread.h"
#include "shared/base/raw_syscalls.h"

/* --- children in this memory --- */

enum { SPAWNED_MAX = 1 << 14, NAME_BYTES = 64 };
static const char not_meant[] = "not meant to be";

static struct {
  _Atomic int pid; /* 0: it has not executed anything */
  const char *why; /* what it has executed is not watched; NULL: it is */
  char name[NAME_BYTES]; /* of that, if nobody wanted it to be watched */
} spawned[SPAWNED_MAX];
static _Atomic unsigned spawned_count;

/* The stack may be small. */
static void keep_name(char name[static NAME_BYTES], const char *path)
{
  const char *const slash = strrchr(path, '/');
  const char *from = slash ? slash + 1 : path;
  size_t at = 0;
  while (at + 1 < NAME_BYTES && from[at]) {
    name[at] = from[at];
    at++;
  }
  name[at] = '\0';
}

/* Its place in the table; SPAWNED_MAX: there is none. */
static unsigned note_spawned(const char *why, const char *path)
{
  const unsigned at = atomic_fetch_add(&spawned_count, 1);
  if (at >= SPAWNED_MAX) {
    if (why != not_meant)
      process_note_unseen();
    return SPAWNED_MAX;
  }
  keep_name(spawned[at].name, path);
  spawned[at].why = why;
  spawned[at].pid = process_pid();
  return at;
}

void executions_tell_spawned(void)
{
  const unsigned noted = atomic_exchange(&spawned_count, 0), count = noted < SPAWNED_MAX ? noted : SPAWNED_MAX;
  char text[200];
  for (unsigned i = 0; i < count; i++) {
    const int pid = atomic_exchange(&spawned[i].pid, 0);
    if (pid == 0)
      continue;
    if (spawned[i].why == not_meant) {
      process_send(RECORD_UNCHECKED, &(struct record_unchecked){.path = process_string(spawned[i].name)});
      continue;
    }
    if (spawned[i].why) {
      snprintf(text, sizeof text, "Seep: child process %d runs unchecked: its program is %s\n", pid, spawned[i].why);
      process_send(RECORD_MESSAGE,
                   &(struct record_message){.class = RECORD_MESSAGE_SEEP, .text = process_string(text)});
    }
    process_send(RECORD_FORK, &(struct record_fork){.child_pid = (uint64_t)pid});
  }
}

void executions_in_child(void)
{
  spawned_count = 0;
}

/* --- this process --- */

static void tell_unchecked(const char *path, const char *why)
{
  char text[PROCESS_PATH_BYTES + 100];
  snprintf(text, sizeof text, "Seep: %s runs unchecked: it is %s\n", path, why);
  process_send(RECORD_MESSAGE, &(struct record_message){.class = RECORD_MESSAGE_SEEP, .text = process_string(text)});
}

static void tell_peak(void)
{
  locks_take(LOCK_OUTPUT);
  snapshots_finish();
  snapshot_peaks_tell();
  locks_release(LOCK_OUTPUT);
}

static void tell_execution(const struct followed_program *program, const char *path)
{
  executions_tell_spawned();
  tell_peak();
  if (program->is_meant && program->why)
    tell_unchecked(path, program->why);
  process_send(RECORD_EXEC, &(struct record_exec){.path = process_string(path), .traced = program->is_meant});
}

/* --- both --- */

static long call_kernel(const struct execution *execution, char *const *variables)
{
  return raw_syscall(SYS_execveat, execution->folder, (long)execution->path, (long)execution->arguments,
                     (long)variables, execution->flags, 0);
}

static long call_by_path(const struct execution *execution, char *const *variables)
{
  return execution->is_at
           ? call_kernel(execution, variables)
           : raw_syscall(SYS_execve, (long)execution->path, (long)execution->arguments, (long)variables, 0, 0, 0);
}

/* The signal of a request would end the next program, until that has a handler for it. */
static void end_requests(void)
{
  locks_take(LOCK_OUTPUT);
  requests_send_away();
  requests_end();
  watched_threads_listen_no_more();
  program_signals_before_exec();
  locks_release(LOCK_OUTPUT);
}

static void begin_requests(void)
{
  locks_take(LOCK_OUTPUT);
  requests_begin();
  locks_release(LOCK_OUTPUT);
  program_signals_after_exec();
}

static long execute_from_this(const struct execution *execution, struct watched_thread *thread)
{
  struct followed_program program;
  followed_program_prepare(execution, true, &program);
  tell_execution(&program, *execution->path ? execution->path : program.path);
  end_requests();
  const long result = call_by_path(execution, program.variables);
  begin_requests();
  process_send(RECORD_EXEC_FAILED, &(struct record_exec_failed){.errno_value = (uint64_t)-result});
  followed_program_release(&program);
  watched_thread_end(thread);
  return result;
}

/* No thread may be about a snapshot meanwhile, or have others stand still by that signal. False: this one is. */
static bool claim_process(void)
{
  const struct watched_thread *const thread = watched_thread_current();
  if ((thread && thread->is_inside) || watched_threads_are_claimed_here())
    return false;
  watched_threads_wait_for_claim();
  return true;
}

static long execute_from_spawned(const struct execution *execution)
{
  struct followed_program program;
  followed_program_prepare(execution, false, &program);
  const char *const path = *execution->path ? execution->path : program.path;
  const unsigned at = note_spawned(program.is_meant ? program.why : not_meant, path);
  program_signals_before_exec();
  const long result = call_by_path(execution, program.variables);
  if (at < SPAWNED_MAX)
    spawned[at].pid = 0;
  followed_program_release(&program);
  return result;
}

/* Programs are looked for by trying to execute them, so what is not there is not worth a word. */
static bool may_succeed(const struct execution *execution)
{
  return raw_syscall(SYS_faccessat, execution->folder, (long)execution->path, X_OK, 0, 0, 0) == 0 ||
         (execution->flags & AT_EMPTY_PATH);
}

static long execute(const struct execution *execution)
{
  struct watched_thread *thread;
  if (!process_is_watched() || !may_succeed(execution))
    return call_by_path(execution, execution->variables);
  if (!process_is_this())
    return execute_from_spawned(execution);
  growth_before_exec();
  const bool is_claimed = claim_process();
  thread = watched_thread_begin();
  const long result = thread ? execute_from_this(execution, thread) : call_by_path(execution, execution->variables);
  if (is_claimed)
    watched_threads_give_back();
  return result;
}

/* Jumps lead there, with whatever alignment the caller's stack has. */
#define ENTRY __attribute__((noinline, force_align_arg_pointer))

static int answer(long result)
{
  errno = (int)-result;
  return -1;
}

static ENTRY int native_execve(const char *path, char *const arguments[], char *const variables[])
{
  return answer(execute(&(struct execution){AT_FDCWD, path, 0, arguments, variables, false}));
}

static ENTRY int native_execveat(int folder, const char *path, char *const arguments[], char *const variables[],
                                 int flags)
{
  return answer(execute(&(struct execution){folder, path, flags, arguments, variables, true}));
}

static ENTRY int native_fexecve(int fd, char *const arguments[], char *const variables[])
{
  if (fd < 0 || !arguments || !variables)
    return answer(-EINVAL);
  return native_execveat(fd, "", arguments, variables, AT_EMPTY_PATH);
}

/* By syscall(). */
__attribute__((used)) long native_execute(long number, long a, long b, long c, long d, long e);
ENTRY long native_execute(long number, long a, long b, long c, long d, long e)
{
  if (number == SYS_execve)
    return native_execve((const char *)a, (char *const *)b, (char *const *)c);
  return native_execveat((int)a, (const char *)b, (char *const *)c, (char *const *)d, (int)e);
}

bool executions_visit(bool (*put)(void *function, void *to))
{
  return put(next_functions_get("execve"), native_execve) && put(next_functions_get("execveat"), native_execveat) &&
         put(next_functions_get("fexecve"), native_fexecve);
}

bool executions_begin(void)
{
  return executions_visit(jumps_put);
}
