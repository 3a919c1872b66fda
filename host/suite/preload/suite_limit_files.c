/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Limits in files: a runner that opens such a file gets a copy in memory in which they are raised. For all other
 * programs and files these functions are tail calls of the C library's. */
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/memfd.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "shared/base/raw_syscalls.h"
#include "host/suite/preload/suite_limits.h"
#include "host/suite/preload/suite_preload.h"
#include "shared/base/plain_strings.h"

#define EXPORT __attribute__((visibility("default")))

enum { FILE_MAX_BYTES = 1 << 24, KEYS_MAX = 8, NUMBER_BYTES = 64 };

static const struct key {
  const char *program, *file, *key;
} keys[] = {
#define KEY(program, file, key) {program, file, key},
#include "host/suite/preload/suite_limits.def"
};

static unsigned long factor; /* 0: this program reads all files as they are */
static const char *program;

static struct {
  FILE *(*fopen)(const char *, const char *);
  FILE *(*fopen64)(const char *, const char *);
  FILE *(*fdopen)(int, const char *);
  int (*open)(const char *, int, mode_t);
  int (*open64)(const char *, int, mode_t);
} next;

/* Constructors of other libraries may run before this one, and open files. */
static void __attribute__((constructor)) find_functions(void)
{
  if (next.fdopen)
    return;
#define FIND(name) *(void **)&next.name = dlsym(RTLD_NEXT, #name)
  FIND(fopen);
  FIND(fopen64);
  FIND(fdopen);
  FIND(open);
  FIND(open64);
#undef FIND
}

void suite_limits_watch_files(char *const *arguments, unsigned long by)
{
  size_t at;
  for (size_t i = 0; by > 1 && i < sizeof keys / sizeof *keys; i++)
    if (suite_limits_is_program((const char *const *)arguments, keys[i].program, &at)) {
      program = keys[i].program;
      factor = by;
    }
}

/* --- the copy --- */

/* The keys of such a file; returns how many. */
static size_t find_keys(const char *path, const char **ret)
{
  size_t count = 0;
  for (size_t i = 0; i < sizeof keys / sizeof *keys && count < KEYS_MAX; i++)
    if (text_equal(keys[i].program, program) && text_ends(path, keys[i].file))
      ret[count++] = keys[i].key;
  return count;
}

static size_t find_number(const char *text, size_t size, const char *const *wanted, size_t count)
{
  size_t first = SIZE_MAX;
  for (size_t i = 0; i < count; i++) {
    size_t found = suite_limits_find(text, size, wanted[i]);
    first = found < first ? found : first;
  }
  return first;
}

static void put_bytes(int fd, const char *text, size_t size)
{
  for (long written = 1; size > 0 && written > 0; text += written, size -= (size_t)written) {
    written = raw_syscall(SYS_write, fd, (long)text, (long)size, 0, 0, 0);
    written = written > 0 ? written : 0;
  }
}

/* `text` is terminated. */
static void write_raised(int fd, const char *text, size_t size, const char *const *wanted, size_t count)
{
  size_t found;
  while ((found = find_number(text, size, wanted, count)) != SIZE_MAX) {
    char number[NUMBER_BYTES] = "";
    size_t bytes = suite_limits_multiply(text + found, (unsigned)factor, number, sizeof number);
    put_bytes(fd, text, found);
    put_bytes(fd, bytes ? number : text + found, bytes ? text_length(number) : 1);
    text += found + (bytes ? bytes : 1);
    size -= found + (bytes ? bytes : 1);
  }
  put_bytes(fd, text, size);
}

/* A terminated copy of the file in memory of its own; NULL: there is none. */
static char *read_whole(int fd, size_t *ret_size)
{
  long size = raw_syscall(SYS_lseek, fd, 0, SEEK_END, 0, 0, 0), at = 0, got = 1;
  if (size <= 0 || size > FILE_MAX_BYTES)
    return NULL;
  char *text = (char *)raw_syscall(SYS_mmap, 0, size + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if ((unsigned long)text >= -4096ul)
    return NULL;
  for (; at < size && got > 0; at += got > 0 ? got : 0)
    got = raw_syscall(SYS_pread64, fd, (long)text + at, size - at, at, 0, 0);
  *ret_size = (size_t)size;
  return text;
}

/* A descriptor of the raised copy; negative: the file is to be opened as it is. */
static int open_raised(const char *path, bool closes_on_exec)
{
  const char *wanted[KEYS_MAX];
  size_t count = path ? find_keys(path, wanted) : 0, size = 0;
  int copy = -1;
  long fd = count ? raw_syscall(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC, 0, 0, 0) : -1;
  char *text = fd >= 0 ? read_whole((int)fd, &size) : NULL;
  if (text && find_number(text, size, wanted, count) != SIZE_MAX)
    copy = (int)raw_syscall(SYS_memfd_create, (long)"seep", closes_on_exec ? MFD_CLOEXEC : 0, 0, 0, 0, 0);
  if (copy >= 0) {
    write_raised(copy, text, size, wanted, count);
    raw_syscall(SYS_lseek, copy, 0, SEEK_SET, 0, 0, 0);
  }
  if (text)
    raw_syscall(SYS_munmap, (long)text, (long)size + 1, 0, 0, 0, 0);
  if (fd >= 0)
    raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  return copy;
}

/* --- replacements --- */

static __attribute__((noinline)) FILE *fopen_raised(FILE *(*plain)(const char *, const char *), const char *path,
                                                    const char *mode)
{
  bool reads = text_after(mode, "r") && !text_find(mode, "+");
  int fd = reads ? open_raised(path, text_find(mode, "e") != NULL) : -1;
  FILE *file = fd >= 0 ? next.fdopen(fd, mode) : NULL;
  if (fd >= 0 && !file)
    raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  return file ? file : plain(path, mode);
}

static __attribute__((noinline)) int open_or_raised(int (*plain)(const char *, int, mode_t), const char *path,
                                                    int flags, mode_t mode)
{
  bool reads = (flags & (O_ACCMODE | O_CREAT | O_DIRECTORY | O_PATH)) == O_RDONLY;
  int fd = reads ? open_raised(path, flags & O_CLOEXEC) : -1;
  return fd >= 0 ? fd : plain(path, flags, mode);
}

EXPORT FILE *fopen(const char *path, const char *mode)
{
  find_functions();
  return factor ? fopen_raised(next.fopen, path, mode) : next.fopen(path, mode);
}

EXPORT FILE *fopen64(const char *path, const char *mode)
{
  find_functions();
  return factor ? fopen_raised(next.fopen64, path, mode) : next.fopen64(path, mode);
}

/* The third argument is optional; passing it on when it is not there does no harm. */
EXPORT int suite_open(const char *path, int flags, mode_t mode) __asm__("open");
int suite_open(const char *path, int flags, mode_t mode)
{
  find_functions();
  return factor ? open_or_raised(next.open, path, flags, mode) : next.open(path, flags, mode);
}

EXPORT int suite_open64(const char *path, int flags, mode_t mode) __asm__("open64");
int suite_open64(const char *path, int flags, mode_t mode)
{
  find_functions();
  return factor ? open_or_raised(next.open64, path, flags, mode) : next.open64(path, flags, mode);
}
