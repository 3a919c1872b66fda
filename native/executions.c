/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions by which a process executes another program, in front of the C library's: what is watched ends there, and
 * the record says so. The new program is not watched. */
#include <alloca.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

#include "native/door.h"
#include "native/process.h"

/* Calls the function behind ours; it returns only if the program could not be executed. */
#define EXECUTE(name, parameters, arguments, path)            \
  ({                                                          \
    static int(*next) parameters;                             \
    if (!next)                                                \
      next = (int(*) parameters)process_next_function(#name); \
    process_before_execution(path);                           \
    const int result = next arguments;                        \
    process_after_execution(errno);                           \
    result;                                                   \
  })

DOOR int execve(const char *path, char *const arguments[], char *const variables[])
{
  return EXECUTE(execve, (const char *, char *const[], char *const[]), (path, arguments, variables), path);
}

DOOR int execv(const char *path, char *const arguments[])
{
  return EXECUTE(execv, (const char *, char *const[]), (path, arguments), path);
}

DOOR int execvp(const char *file, char *const arguments[])
{
  return EXECUTE(execvp, (const char *, char *const[]), (file, arguments), file);
}

DOOR int execvpe(const char *file, char *const arguments[], char *const variables[])
{
  return EXECUTE(execvpe, (const char *, char *const[], char *const[]), (file, arguments, variables), file);
}

DOOR int fexecve(int fd, char *const arguments[], char *const variables[])
{
  return EXECUTE(fexecve, (int, char *const[], char *const[]), (fd, arguments, variables), "");
}

DOOR int execveat(int folder, const char *path, char *const arguments[], char *const variables[], int flags)
{
  return EXECUTE(execveat, (int, const char *, char *const[], char *const[], int),
                 (folder, path, arguments, variables, flags), path);
}

/* --- with the arguments one by one --- */

/* After the first one, which is never NULL, with the NULL at the end. */
static size_t count_arguments(va_list list)
{
  size_t count = 1;
  while (va_arg(list, char *))
    count++;
  return count;
}

static void copy_arguments(char **to, const char *first, size_t count, va_list list)
{
  to[0] = (char *)first;
  for (size_t i = 1; i <= count; i++)
    to[i] = va_arg(list, char *);
}

#define GATHER(first, arguments)                                    \
  va_list list;                                                     \
  va_start(list, first);                                            \
  const size_t count = count_arguments(list);                       \
  va_end(list);                                                     \
  char **const arguments = alloca((count + 1) * sizeof *arguments); \
  va_start(list, first);                                            \
  copy_arguments(arguments, first, count, list)

DOOR int execl(const char *path, const char *first, ...)
{
  GATHER(first, arguments);
  va_end(list);
  return execv(path, arguments);
}

DOOR int execlp(const char *file, const char *first, ...)
{
  GATHER(first, arguments);
  va_end(list);
  return execvp(file, arguments);
}

DOOR int execle(const char *path, const char *first, ...)
{
  GATHER(first, arguments);
  char *const *const variables = va_arg(list, char *const *);
  va_end(list);
  return execve(path, arguments, variables);
}
