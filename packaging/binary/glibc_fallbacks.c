/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions of glibc that older ones lack, for programs that are linked with old_libc's libraries. stat() and its like
 * were calls of others, start-up ran the constructors by a function of the program's, and the rest did not exist. */
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* --- start-up --- */

typedef void initializer(int argc, char **argv, char **envp);
typedef int main_function(int argc, char **argv, char **envp);

extern initializer *__init_array_start[] __attribute__((visibility("hidden")));
extern initializer *__init_array_end[] __attribute__((visibility("hidden")));
extern void _init(void);

int __real___libc_start_main(main_function *main, int argc, char **argv, initializer *init, void (*fini)(void),
                             void (*loader_fini)(void), void *stack_end);
int __wrap___libc_start_main(main_function *main, int argc, char **argv, initializer *init, void (*fini)(void),
                             void (*loader_fini)(void), void *stack_end);

static void run_constructors(int argc, char **argv, char **envp)
{
  _init();
  for (initializer **next = __init_array_start; next < __init_array_end; next++)
    (*next)(argc, argv, envp);
}

/* Since 2.34 the C library runs the constructors itself unless it is told what to call instead. */
int __wrap___libc_start_main(main_function *main, int argc, char **argv, initializer *init, void (*fini)(void),
                             void (*loader_fini)(void), void *stack_end)
{
  return __real___libc_start_main(main, argc, argv, init ? init : run_constructors, fini, loader_fini, stack_end);
}

/* --- 2.33: stat() and mknod() --- */

enum { STAT_VERSION = 1 }; /* of x86-64 */

extern int __xstat(int version, const char *path, struct stat *ret);
extern int __lxstat(int version, const char *path, struct stat *ret);
extern int __fxstat(int version, int fd, struct stat *ret);
extern int __fxstatat(int version, int folder, const char *path, struct stat *ret, int flags);

int stat(const char *restrict path, struct stat *restrict ret)
{
  return __xstat(STAT_VERSION, path, ret);
}

int lstat(const char *restrict path, struct stat *restrict ret)
{
  return __lxstat(STAT_VERSION, path, ret);
}

int fstat(int fd, struct stat *ret)
{
  return __fxstat(STAT_VERSION, fd, ret);
}

int fstatat(int folder, const char *restrict path, struct stat *restrict ret, int flags)
{
  return __fxstatat(STAT_VERSION, folder, path, ret, flags);
}

int mknod(const char *path, mode_t mode, dev_t device)
{
  return (int)syscall(SYS_mknod, path, mode, device);
}

/* --- 2.34: close_range(); kernels have it since 5.9 --- */

int close_range(unsigned first, unsigned last, int flags)
{
  long result = syscall(SYS_close_range, first, last, flags);
  struct rlimit limit;
  if (result == 0 || errno != ENOSYS || flags || getrlimit(RLIMIT_NOFILE, &limit) < 0)
    return (int)result;
  for (rlim_t fd = first; fd <= last && fd < limit.rlim_max; fd++)
    close((int)fd);
  return 0;
}

/* --- 2.32: sigabbrev_np() --- */

static const char *const signals[] = {
  [SIGHUP] = "HUP", [SIGINT] = "INT", [SIGQUIT] = "QUIT", [SIGILL] = "ILL", [SIGTRAP] = "TRAP", [SIGABRT] = "ABRT",
  [SIGBUS] = "BUS", [SIGFPE] = "FPE", [SIGKILL] = "KILL", [SIGUSR1] = "USR1", [SIGSEGV] = "SEGV", [SIGUSR2] = "USR2",
  [SIGPIPE] = "PIPE", [SIGALRM] = "ALRM", [SIGTERM] = "TERM", [SIGSTKFLT] = "STKFLT", [SIGCHLD] = "CHLD",
  [SIGCONT] = "CONT", [SIGSTOP] = "STOP", [SIGTSTP] = "TSTP", [SIGTTIN] = "TTIN", [SIGTTOU] = "TTOU", [SIGURG] = "URG",
  [SIGXCPU] = "XCPU", [SIGXFSZ] = "XFSZ", [SIGVTALRM] = "VTALRM", [SIGPROF] = "PROF", [SIGWINCH] = "WINCH",
  [SIGPOLL] = "POLL", [SIGPWR] = "PWR", [SIGSYS] = "SYS",
};

const char *sigabbrev_np(int number)
{
  return number > 0 && (size_t)number < sizeof signals / sizeof *signals ? signals[number] : NULL;
}
