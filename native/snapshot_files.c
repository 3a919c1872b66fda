/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file that could not be written to its end is of no use, and the room on the disk may be needed for the record: so
 * it is removed. The file of a process that was killed stays; that it is cut off is known by the missing
 * SNAPSHOT_END. */
#include "native/snapshot_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>

#include "native/output.h"
#include "shared/base/raw_syscalls.h"

enum { NUMBERS_MAX = 100000, FREE_SHARE = 20 };

#define RECORD_SUFFIX ".rec"

/* False: the path is too long. */
static bool write_path(char path[SNAPSHOT_FILE_PATH_BYTES], const char *record_path, uint64_t number)
{
  const size_t size = strlen(record_path) - (sizeof RECORD_SUFFIX - 1);
  return snprintf(path, SNAPSHOT_FILE_PATH_BYTES, "%.*s.s%lu.heap", (int)size, record_path, (unsigned long)number) <
         SNAPSHOT_FILE_PATH_BYTES;
}

bool snapshot_file_create(struct snapshot_file *file, const char *record_path, uint64_t *number)
{
  *file = (struct snapshot_file){.fd = -1, .errno_value = EEXIST};
  for (unsigned tried = 0; tried < NUMBERS_MAX; tried++, ++*number) {
    if (!write_path(file->path, record_path, *number)) {
      file->errno_value = ENAMETOOLONG;
      return false;
    }
    const long fd = raw_syscall(SYS_open, (long)file->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600, 0, 0, 0);
    if (fd >= 0) {
      (void)raw_syscall(SYS_fchmod, fd, 0600, 0, 0, 0, 0); /* whatever the program's umask is */
      file->fd = output_move_away((int)fd);
      file->errno_value = 0;
      return true;
    }
    file->errno_value = (int)-fd;
    if (fd != -EEXIST)
      return false;
  }
  return false;
}

void snapshot_file_remove(const char *record_path, uint64_t number)
{
  static char path[SNAPSHOT_FILE_PATH_BYTES];
  if (write_path(path, record_path, number))
    (void)raw_syscall(SYS_unlink, (long)path, 0, 0, 0, 0, 0);
}

bool snapshot_file_has_room(const char *record_path, uint64_t bytes)
{
  struct statfs disk;
  if (raw_syscall(SYS_statfs, (long)record_path, (long)&disk, 0, 0, 0, 0) < 0 || disk.f_bsize <= 0)
    return true;
  const uint64_t needed = 2 * bytes / (uint64_t)disk.f_bsize;
  return needed + (uint64_t)disk.f_blocks / FREE_SHARE <= (uint64_t)disk.f_bavail;
}

bool snapshot_file_write(struct snapshot_file *file, const void *data, size_t size)
{
  if (file->errno_value == 0)
    file->errno_value = output_write_file(file->fd, data, size);
  if (file->errno_value == 0)
    file->bytes += size;
  return file->errno_value == 0;
}

bool snapshot_file_close(struct snapshot_file *file)
{
  const long result = raw_syscall(SYS_close, file->fd, 0, 0, 0, 0, 0);
  file->fd = -1;
  if (result < 0 && file->errno_value == 0)
    file->errno_value = (int)-result;
  if (file->errno_value != 0)
    (void)raw_syscall(SYS_unlink, (long)file->path, 0, 0, 0, 0, 0);
  return file->errno_value == 0;
}

void snapshot_file_lock(struct snapshot_file *file)
{
  (void)raw_syscall(SYS_flock, file->fd, LOCK_EX | LOCK_NB, 0, 0, 0, 0);
}

void snapshot_file_leave_to_writer(struct snapshot_file *file)
{
  (void)raw_syscall(SYS_close, file->fd, 0, 0, 0, 0, 0);
  file->fd = -1;
}

uint64_t snapshot_file_size(const struct snapshot_file *file)
{
  struct stat stat;
  return raw_syscall(SYS_stat, (long)file->path, (long)&stat, 0, 0, 0, 0) == 0 ? (uint64_t)stat.st_size : 0;
}

void snapshot_file_unlink(const struct snapshot_file *file)
{
  (void)raw_syscall(SYS_unlink, (long)file->path, 0, 0, 0, 0, 0);
}

const char *snapshot_file_name(const struct snapshot_file *file)
{
  const char *const slash = strrchr(file->path, '/');
  return slash ? slash + 1 : file->path;
}
