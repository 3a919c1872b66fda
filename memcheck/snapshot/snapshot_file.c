/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file that could not be written to its end is of no use, and the room on the disk may be needed for the record: so
 * it is removed. The file of a process that was killed stays; that it is cut off is known by the missing
 * SNAPSHOT_END. */
#include "memcheck/snapshot/snapshot_file.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_libcfile.h" // needs vki types

enum {
  NUMBERS_MAX = 100000,
  SUFFIX_BYTES = 32,
  FREE_SHARE = 20,
  LOCK_EXCLUSIVELY_AT_ONCE = 2 | 4, /* LOCK_EX | LOCK_NB */
};

#define RECORD_SUFFIX ".rec"

static bool note_failure(struct snapshot_file *file, int errno_value)
{
  if (file->errno_value == 0)
    file->errno_value = errno_value;
  return false;
}

/* The path of the record without its suffix; false: it is too long. */
static bool write_path_base(HChar path[SNAPSHOT_PATH_BYTES], const char *record_path, SizeT *ret_size)
{
  *ret_size = VG_(strlen)(record_path) - (sizeof RECORD_SUFFIX - 1);
  if (*ret_size + SUFFIX_BYTES > SNAPSHOT_PATH_BYTES)
    return false;
  VG_(memcpy)(path, record_path, *ret_size);
  return true;
}

static void append_number(HChar *end, uint64_t number)
{
  VG_(sprintf)(end, ".s%llu.heap", (ULong)number);
}

bool snapshot_file_create(struct snapshot_file *file, const char *record_path, uint64_t *number)
{
  SizeT base;
  file->fd = -1;
  file->errno_value = 0;
  file->bytes = 0;
  if (!write_path_base(file->path, record_path, &base))
    return note_failure(file, CORE_ENAMETOOLONG);
  for (unsigned tried = 0; tried < NUMBERS_MAX; tried++, ++*number) {
    append_number(file->path + base, *number);
    const SysRes result = VG_(open)(file->path, VKI_O_WRONLY | VKI_O_CREAT | VKI_O_EXCL, 0600);
    if (!sr_isError(result)) {
      (void)raw_syscall(__NR_fchmod, (long)sr_Res(result), 0600, 0, 0, 0, 0); /* whatever the guest's umask is */
      file->fd = VG_(safe_fd)((Int)sr_Res(result));
      return true;
    }
    if (sr_Err(result) != VKI_EEXIST)
      return note_failure(file, (int)sr_Err(result));
  }
  return note_failure(file, VKI_EEXIST);
}

void snapshot_file_remove(const char *record_path, uint64_t number)
{
  static HChar path[SNAPSHOT_PATH_BYTES];
  SizeT base;
  if (!write_path_base(path, record_path, &base))
    return;
  append_number(path + base, number);
  VG_(unlink)(path);
}

bool snapshot_file_has_room(const char *record_path, uint64_t bytes)
{
  struct vki_statfs disk;
  if (raw_syscall(__NR_statfs, (long)record_path, (long)&disk, 0, 0, 0, 0) < 0 || disk.f_bsize <= 0)
    return true;
  const uint64_t needed = 2 * bytes / (uint64_t)disk.f_bsize;
  return needed + (uint64_t)disk.f_blocks / FREE_SHARE <= (uint64_t)disk.f_bavail;
}

/* Writing beyond the limit of file sizes raises a signal, too. The program is not to see it. */
static void take_back_signal(void)
{
  const uint64_t signals = UINT64_C(1) << (VKI_SIGXFSZ - 1);
  const struct vki_timespec at_once = {0, 0};
  (void)raw_syscall(__NR_rt_sigtimedwait, (long)&signals, 0, (long)&at_once, sizeof signals, 0, 0);
}

bool snapshot_file_write(struct snapshot_file *file, const void *data, size_t size)
{
  if (file->errno_value == 0)
    file->errno_value = core_write(file->fd, data, size);
  if (file->errno_value == VKI_EFBIG)
    take_back_signal();
  if (file->errno_value == 0)
    file->bytes += size;
  return file->errno_value == 0;
}

bool snapshot_file_close(struct snapshot_file *file)
{
  const long result = raw_syscall(__NR_close, file->fd, 0, 0, 0, 0, 0);
  if (result < 0)
    note_failure(file, (int)-result);
  file->fd = -1;
  if (file->errno_value != 0)
    VG_(unlink)(file->path);
  return file->errno_value == 0;
}

void snapshot_file_lock(struct snapshot_file *file)
{
  (void)raw_syscall(__NR_flock, file->fd, LOCK_EXCLUSIVELY_AT_ONCE, 0, 0, 0, 0);
}

void snapshot_file_leave_to_writer(struct snapshot_file *file)
{
  raw_syscall(__NR_close, file->fd, 0, 0, 0, 0, 0);
  file->fd = -1;
}

uint64_t snapshot_file_size(const struct snapshot_file *file)
{
  struct vg_stat stat;
  return sr_isError(VG_(stat)(file->path, &stat)) ? 0 : (uint64_t)stat.size;
}

void snapshot_file_unlink(const struct snapshot_file *file)
{
  VG_(unlink)(file->path);
}

const char *snapshot_file_name(const struct snapshot_file *file)
{
  const HChar *slash = VG_(strrchr)(file->path, '/');
  return slash ? slash + 1 : file->path;
}
