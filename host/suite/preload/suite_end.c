/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Logs how programs end when nothing is checked (`seep suite --native-first`): by exit() or by _exit(); ends by a
 * signal cannot be seen here. exit() calls its functions in reverse order of registration, so ours, registered
 * first, comes last. */
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "shared/base/raw_syscalls.h"
#include "host/suite/preload/suite_preload.h"

#define EXPORT __attribute__((visibility("default")))

/* Not every C library has it; programs of those that have not are not watched. */
extern int on_exit(void (*function)(int status, void *argument), void *argument) __attribute__((weak));

static long watched; /* the process; 0: none */

/* Neither a fork of it nor, between vfork() and exec, a child in its memory. */
static bool is_watched(void)
{
  return watched && raw_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0) == watched;
}

static void at_exit(int status, void *unused)
{
  (void)unused;
  if (is_watched())
    suite_log_end(status);
}

void suite_end_watch(void)
{
  watched = raw_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0);
  if (on_exit)
    on_exit(at_exit, NULL);
}

static struct {
  void (*exit_now)(int) __attribute__((noreturn));
  void (*exit_now_too)(int) __attribute__((noreturn));
} next;

/* Constructors of other libraries may run before this one and end the program, so each function calls this too. */
static void __attribute__((constructor)) find_functions(void)
{
  if (next.exit_now)
    return;
  *(void **)&next.exit_now = dlsym(RTLD_NEXT, "_exit");
  *(void **)&next.exit_now_too = dlsym(RTLD_NEXT, "_Exit");
}

EXPORT void _exit(int status)
{
  find_functions();
  if (is_watched())
    suite_log_end(status);
  next.exit_now(status);
}

EXPORT void _Exit(int status)
{
  find_functions();
  if (is_watched())
    suite_log_end(status);
  next.exit_now_too(status);
}
