/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/launcher/prepare/system_check.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "shared/base/file_limit.h"

enum {
  STACK_LEAST = 64 << 10,  /* of the launcher and the reporter */
  VGDB_BYTES = 4096,       /* what its file takes on disk */
};

struct error *system_check_stack(void)
{
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) < 0 || limit.rlim_cur >= STACK_LEAST)
    return NULL;
  return error_format("the limit of %llu kB for the stack is too low; run `ulimit -s 8192` first",
                      (unsigned long long)limit.rlim_cur >> 10);
}

struct error *system_check_proc(void)
{
  if (access("/proc/self/fd", R_OK | X_OK) == 0)
    return NULL;
  return error_format(
    "/proc/self/fd cannot be read (%s), and nothing works without /proc; run `mount -t proc proc /proc` "
    "first",
    strerror(errno));
}

/* --- for the tool --- */

static bool is_forbidden(long result, bool may_lack)
{
  return result < 0 && (errno == EPERM || errno == EACCES || (errno == ENOSYS && !may_lack));
}

static struct error *check_syscalls(void)
{
#define NEEDED(name, may_lack, ...)                                \
  if (is_forbidden(syscall(__NR_##name, ##__VA_ARGS__), may_lack)) \
    return error_format("the system call " #name " is forbidden here (%s), probably by the seccomp filter of a " \
                        "container or sandbox; allow it (docker: --security-opt seccomp=unconfined)", strerror(errno));
#include "host/launcher/prepare/needed_syscalls.def"
#undef NEEDED
  return NULL;
}

static struct error *check_executable_memory(void)
{
  const size_t bytes = (size_t)sysconf(_SC_PAGESIZE);
  void *page = mmap(NULL, bytes, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page != MAP_FAILED)
    munmap(page, bytes);
  else if (errno == EPERM || errno == EACCES)
    return error_format(
      "memory that is writable and executable is forbidden here (%s), but code is translated into such "
      "memory; allow it (SELinux: execmem; systemd: MemoryDenyWriteExecute=no; prctl: PR_SET_MDWE; "
      "seccomp: mmap)",
      strerror(errno));
  return NULL;
}

static struct error *check_file_limit(void)
{
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) < 0 || limit.rlim_cur >= FILE_LIMIT_LEAST)
    return NULL;
  return error_format(
    "the limit of %llu bytes for files is too low to check a program; run `ulimit -f unlimited` first",
    (unsigned long long)limit.rlim_cur);
}

struct error *system_check_tool(void)
{
  struct error *error = check_syscalls();
  if (!error)
    error = check_executable_memory();
  return error ? error : check_file_limit();
}

/* --- for vgdb --- */

/* By the same system call as the core's. */
static bool can_make_fifo(const char *name)
{
  const bool can = syscall(__NR_mknod, name, S_IFIFO | 0600, 0) == 0;
  const int problem = errno;
  if (can)
    unlink(name);
  errno = problem;
  return can;
}

static bool can_write_file(const char *name)
{
  static const char nothing[VGDB_BYTES];
  const int fd = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0)
    return false;
  errno = ENOSPC; /* if it is written in part */
  const bool can = write(fd, nothing, sizeof nothing) == sizeof nothing;
  const int problem = errno;
  close(fd);
  unlink(name);
  errno = problem;
  return can;
}

struct error *system_check_vgdb(const struct options *options)
{
  const char *prefix = options_text(options, OPTION_vgdb_prefix), *folder = getenv("TMPDIR");
  char name[PATH_MAX];
  if (strcmp(options_text(options, OPTION_vgdb), "no") == 0)
    return NULL;
  const int length =
    prefix ? snprintf(name, sizeof name, "%s-try-%d", prefix, (int)getpid())
           : snprintf(name, sizeof name, "%s/vgdb-pipe-try-%d", folder && *folder ? folder : "/tmp", (int)getpid());
  if (length < 0 || length >= (int)sizeof name || (prefix && strchr(prefix, '%')))
    return NULL; /* the core expands it */
  if (can_make_fifo(name) && can_write_file(name))
    return NULL;
  const int problem = errno;
  char *slash = strrchr(name, '/');
  strcpy(slash ? slash + (slash == name) : name, slash ? "" : ".");
  return error_format("no files can be made in %s (%s); name another folder by TMPDIR or --vgdb-prefix", name,
                      strerror(problem));
}
