/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions that execute programs. If the environment has everything that the suite needs, they are tail calls
 * of the C library's own, so that not even a stack trace shows a difference. A program may have emptied its
 * environment, or pass another one on; then the missing variables are added to a copy on the stack. */
#include "host/suite/preload/suite_preload.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "shared/base/raw_syscalls.h"
#include "shared/base/plain_strings.h"
#include "valgrind.h"

#define EXPORT __attribute__((visibility("default")))

/* The C library's functions, found before any of them can be needed. */
static struct {
  int (*execve)(const char *, char *const *, char *const *);
  int (*execv)(const char *, char *const *);
  int (*execvp)(const char *, char *const *);
  int (*execvpe)(const char *, char *const *, char *const *);
  int (*execveat)(int, const char *, char *const *, char *const *, int);
  int (*fexecve)(int, char *const *, char *const *);
  int (*posix_spawn)(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
                     char *const *, char *const *);
  int (*posix_spawnp)(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
                      char *const *, char *const *);
  int (*system)(const char *);
  FILE *(*popen)(const char *, const char *);
  int (*chroot)(const char *);
} next;

static void __attribute__((constructor)) find_functions(void)
{
#define FIND(name) *(void **)&next.name = dlsym(RTLD_NEXT, #name)
  FIND(execve);
  FIND(execv);
  FIND(execvp);
  FIND(execvpe);
  FIND(execveat);
  FIND(fexecve);
  FIND(posix_spawn);
  FIND(posix_spawnp);
  FIND(system);
  FIND(popen);
  FIND(chroot);
#undef FIND
}

/* --- the environment --- */

/* Undefined or unaddressable strings are reported when the system call reads them; reading them here must not report
 * them first. */
static bool has_all(char *const *environment)
{
  VALGRIND_DISABLE_ERROR_REPORTING;
  bool has = text_find(text_variable(environment, "LD_PRELOAD"), suite_process.setup.library)
             && text_variable(environment, SUITE_VARIABLE) && text_variable(environment, SUITE_AT_VARIABLE);
  VALGRIND_ENABLE_ERROR_REPORTING;
  return has;
}

static size_t count_entries(char *const *environment)
{
  size_t count = 0;
  while (environment && environment[count])
    count++;
  return count;
}

/* The greatest size of the copy: the pointers, followed by the new strings. */
static size_t copy_bytes(char *const *environment)
{
  size_t texts = text_length(suite_process.setup.library) + text_length(text_variable(environment, "LD_PRELOAD"))
                 + text_length(suite_process.setup_path) + 64 + SUITE_AT_BYTES;
  return (count_entries(environment) + 4) * sizeof(char *) + texts;
}

static bool is_setting(const char *entry, const char *name)
{
  const char *rest = text_after(entry, name);
  return rest && *rest == '=';
}

/* "LD_PRELOAD=" with the library in it, or without it. */
static void write_preload(char *text, size_t size, const char *old, bool with_library)
{
  const char *library = suite_process.setup.library, *own = text_find(old, library);
  text_append(text, size, "LD_PRELOAD=");
  if (with_library)
    text_append(text, size, library);
  if (with_library && old && *old)
    text_append(text, size, ":");
  size_t before = text_length(text);
  text_append(text, size, old);
  if (!own)
    return;
  /* Without the library, and without one of the colons beside it. */
  text[before + (size_t)(own - old)] = '\0';
  const char *behind = own + text_length(library);
  text_append(text, size, *behind == ':' ? behind + 1 : behind);
}

/* The name of a test may be in this process's environment, even if the program is executed with another one. */
static void write_at_variable(char *at, size_t size)
{
  static char *const none[] = {NULL};
  struct suite_test_name test;
  if (suite_test_name_find(none, environ, &test))
    suite_write_at_variable(at, size, SUITE_STATE_DONE, &test);
  else
    text_append(at, size, suite_process.at);
}

/* A copy in `room`, which has copy_bytes(). */
static char *const *copy_environment(char *const *environment, void *room, size_t room_bytes, bool with_library)
{
  char **copy = room;
  size_t count = count_entries(environment), at = 0;
  char *preload = (char *)(copy + count + 4), *end = (char *)room + room_bytes;
  *preload = '\0';
  write_preload(preload, (size_t)(end - preload), text_variable(environment, "LD_PRELOAD"), with_library);
  char *path = preload + text_length(preload) + 1;
  *path = '\0';
  text_append(path, (size_t)(end - path), SUITE_VARIABLE "=");
  text_append(path, (size_t)(end - path), suite_process.setup_path);
  char *own_at = path + text_length(path) + 1;
  *own_at = '\0';
  bool has_at = text_variable(environment, SUITE_AT_VARIABLE) != NULL;
  if (!has_at)
    write_at_variable(own_at, (size_t)(end - own_at));
  for (size_t i = 0; i < count; i++)
    if (!is_setting(environment[i], "LD_PRELOAD") && !is_setting(environment[i], SUITE_VARIABLE))
      copy[at++] = environment[i];
  if (preload[sizeof "LD_PRELOAD=" - 1])
    copy[at++] = preload;
  copy[at++] = path;
  if (!has_at)
    copy[at++] = own_at;
  copy[at] = NULL;
  return copy;
}

/* The complete environment, allocated on the stack of the calling function. */
#define KEPT(environment, target)                                                                   \
  copy_environment(environment, __builtin_alloca(copy_bytes(environment)), copy_bytes(environment), \
                   !(target)->file.refuses_library)

/* system() and popen() take no environment, so `environ` itself is changed. */
static void mend_environment(void)
{
  if (!suite_process.is_followed || has_all(environ))
    return;
  size_t bytes = copy_bytes(environ);
  char *const *kept = copy_environment(environ, __builtin_alloca(bytes), bytes, true);
  static const char *const names[] = {"LD_PRELOAD", SUITE_VARIABLE, SUITE_AT_VARIABLE};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    setenv(names[i], text_variable(kept, names[i]), 1);
}

/* --- what is executed --- */

static void announce(const struct suite_target *target, char *const *arguments, char *const *environment, int pid)
{
  VALGRIND_DISABLE_ERROR_REPORTING;
  if (target->path[0] && (target->file.fault || (target->file.is_elf && !target->file.why)))
    suite_log_announce(target, arguments, environment, pid);
  VALGRIND_ENABLE_ERROR_REPORTING;
}

/* A path that was made from $PATH, as some do that look for a program by trying to execute it. */
static bool is_searched_for(const char *name)
{
  const size_t size = (size_t)(text_base(name) - name);
  for (const char *entry = text_variable(environ, "PATH"), *end; entry && size > 1; entry = *end ? end + 1 : NULL) {
    for (end = entry; *end && *end != ':';)
      end++;
    size_t at = 0;
    while (entry + at < end && at + 1 < size && entry[at] == name[at])
      at++;
    if (entry + at == end && at + 1 == size)
      return true;
  }
  return false;
}

/* Can it be executed as it is? */
static bool is_plain(const char *name, const char *search_path, char *const *environment, struct suite_target *target)
{
  suite_target_forget(target);
  if (!suite_process.is_followed)
    return true;
  VALGRIND_DISABLE_ERROR_REPORTING;
  suite_target_find(name, search_path, target);
  if (text_equal(target->file.fault, "does not exist") && is_searched_for(name))
    suite_target_forget(target);
  VALGRIND_ENABLE_ERROR_REPORTING;
  return !target->file.why && has_all(environment);
}

/* Says that it is about to be executed, if it is. */
static __attribute__((noinline)) bool may_pass(const char *name, const char *search_path, char *const *arguments,
                                               char *const *environment)
{
  struct suite_target target;
  if (!is_plain(name, search_path, environment, &target))
    return false;
  announce(&target, arguments, environment, 0);
  return true;
}

static const char *search_path(void)
{
  const char *path = text_variable(environ, "PATH");
  return path ? path : "/bin:/usr/bin";
}

/* What sudo and the like execute is among their arguments, and in an environment without the library. */
static __attribute__((noinline)) void log_commands(char *const *arguments, char *const *environment, int pid)
{
  struct suite_target target;
  for (; arguments && *arguments; arguments++) {
    if (!text_find(*arguments, "/"))
      continue;
    suite_target_find(*arguments, NULL, &target);
    target.file.why = "run by a setuid program";
    if (target.file.is_elf && !suite_log_reason(target.path, NULL))
      suite_log_unseen(&target, arguments, environment, pid);
  }
}

static void log_unseen_target(const struct suite_target *target, char *const *arguments, char *const *environment,
                              int pid)
{
  VALGRIND_DISABLE_ERROR_REPORTING;
  if (text_equal(target->file.why, "setuid") && arguments && *arguments)
    log_commands(arguments + 1, environment, pid);
  if (target->file.why && !target->file.fault)
    suite_log_unseen(target, arguments, environment, pid);
  else
    announce(target, arguments, environment, pid);
  VALGRIND_ENABLE_ERROR_REPORTING;
}

static __attribute__((noinline)) int execve_kept(const char *path, char *const *arguments, char *const *environment)
{
  struct suite_target target;
  is_plain(path, NULL, environment, &target);
  log_unseen_target(&target, arguments, environment, 0);
  return next.execve(path, arguments, KEPT(environment, &target));
}

static __attribute__((noinline)) int execvpe_kept(const char *file, char *const *arguments, char *const *environment)
{
  struct suite_target target;
  is_plain(file, search_path(), environment, &target);
  log_unseen_target(&target, arguments, environment, 0);
  return next.execvpe(file, arguments, KEPT(environment, &target));
}

/* --- replacements --- */

EXPORT int execve(const char *path, char *const arguments[], char *const environment[])
{
  return may_pass(path, NULL, arguments, environment) ? next.execve(path, arguments, environment)
                                           : execve_kept(path, arguments, environment);
}

EXPORT int execv(const char *path, char *const arguments[])
{
  return may_pass(path, NULL, arguments, environ) ? next.execv(path, arguments) : execve_kept(path, arguments, environ);
}

EXPORT int execvp(const char *file, char *const arguments[])
{
  return may_pass(file, search_path(), arguments, environ) ? next.execvp(file, arguments)
                                                : execvpe_kept(file, arguments, environ);
}

EXPORT int execvpe(const char *file, char *const arguments[], char *const environment[])
{
  return may_pass(file, search_path(), arguments, environment) ? next.execvpe(file, arguments, environment)
                                                    : execvpe_kept(file, arguments, environment);
}

/* Copies the arguments of execl() and its relatives to `list`, which must have room; `values` is advanced past their
 * NULL. */
static void collect_arguments(const char **list, const char *first, va_list *values)
{
  size_t count = 0;
  for (const char *argument = first; argument; argument = va_arg(*values, const char *))
    list[count++] = argument;
  list[count] = NULL;
}

static size_t count_values(const char *first, va_list *values)
{
  size_t count = 1;
  for (const char *argument = first; argument; argument = va_arg(*values, const char *))
    count++;
  return count;
}

#define COLLECT(list, first)                                                   \
  va_list values;                                                              \
  va_start(values, first);                                                     \
  const char **list = __builtin_alloca(count_values(first, &values) * sizeof(char *)); \
  va_end(values);                                                              \
  va_start(values, first);                                                     \
  collect_arguments(list, first, &values)

EXPORT int execl(const char *path, const char *first, ...)
{
  COLLECT(list, first);
  va_end(values);
  return execv(path, (char *const *)list);
}

EXPORT int execlp(const char *file, const char *first, ...)
{
  COLLECT(list, first);
  va_end(values);
  return execvp(file, (char *const *)list);
}

EXPORT int execle(const char *path, const char *first, ...)
{
  COLLECT(list, first);
  char *const *environment = va_arg(values, char *const *);
  va_end(values);
  return execve(path, (char *const *)list, environment);
}

static void examine_file(int fd, struct suite_target *target)
{
  suite_target_forget(target);
  if (fd >= 0)
    suite_target_examine(fd, target);
}

EXPORT int execveat(int directory, const char *path, char *const arguments[], char *const environment[], int flags)
{
  struct suite_target target;
  bool is_directory_itself = (flags & AT_EMPTY_PATH) && !*path;
  if (!suite_process.is_followed)
    return next.execveat(directory, path, arguments, environment, flags);
  int fd = is_directory_itself
             ? directory
             : (int)raw_syscall(SYS_openat, directory, (long)path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0, 0, 0);
  examine_file(fd, &target);
  if (fd >= 0 && !is_directory_itself)
    raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  log_unseen_target(&target, arguments, environment, 0);
  return next.execveat(directory, path, arguments, KEPT(environment, &target), flags);
}

EXPORT int fexecve(int fd, char *const arguments[], char *const environment[])
{
  struct suite_target target;
  if (!suite_process.is_followed)
    return next.fexecve(fd, arguments, environment);
  examine_file(fd, &target);
  log_unseen_target(&target, arguments, environment, 0);
  return next.fexecve(fd, arguments, KEPT(environment, &target));
}

/* --- spawning --- */

typedef int spawn_function(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
                           char *const *, char *const *);

static __attribute__((noinline)) int spawn_kept(spawn_function *spawn, pid_t *ret, const char *file,
                                                const posix_spawn_file_actions_t *actions,
                                                const posix_spawnattr_t *attributes, char *const *arguments,
                                                char *const *environment)
{
  struct suite_target target;
  pid_t pid = 0;
  is_plain(file, spawn == next.posix_spawnp ? search_path() : NULL, environment, &target);
  int result = spawn(&pid, file, actions, attributes, arguments, KEPT(environment, &target));
  if (result == 0 || target.file.fault)
    log_unseen_target(&target, arguments, environment, pid);
  if (result == 0 && ret)
    *ret = pid;
  return result;
}

EXPORT int posix_spawn(pid_t *ret, const char *path, const posix_spawn_file_actions_t *actions,
                       const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[])
{
  if (!suite_process.is_followed)
    return next.posix_spawn(ret, path, actions, attributes, arguments, environment);
  return spawn_kept(next.posix_spawn, ret, path, actions, attributes, arguments, environment);
}

EXPORT int posix_spawnp(pid_t *ret, const char *file, const posix_spawn_file_actions_t *actions,
                        const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[])
{
  if (!suite_process.is_followed)
    return next.posix_spawnp(ret, file, actions, attributes, arguments, environment);
  return spawn_kept(next.posix_spawnp, ret, file, actions, attributes, arguments, environment);
}

EXPORT int system(const char *command)
{
  mend_environment();
  return next.system(command);
}

EXPORT FILE *popen(const char *command, const char *mode)
{
  mend_environment();
  return next.popen(command, mode);
}

/* --- another root --- */

/* After it the library is not there to be loaded. What is executed is named as it is called from outside. */
EXPORT int chroot(const char *path)
{
  static char root[SUITE_PATH_BYTES];
  int fd = suite_process.is_followed
             ? (int)raw_syscall(SYS_openat, AT_FDCWD, (long)path, O_PATH | O_DIRECTORY | O_CLOEXEC, 0, 0, 0)
             : -1;
  if (fd >= 0) {
    suite_target_path_of(fd, root);
    raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  }
  int result = next.chroot(path);
  if (result == 0 && fd >= 0)
    suite_target_enter(text_equal(root, "/") ? "" : root);
  return result;
}
