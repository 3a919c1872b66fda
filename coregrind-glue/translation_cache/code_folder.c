/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writers take turns by locking the file. A file that is new, or replaces another, is written under a temporary name
 * and then renamed. So a writer that had to wait for the lock may have got that of a file which was replaced; then it
 * opens the file again. */
#include "coregrind-glue/translation_cache/code_folder_private.h"

#include <asm/errno.h>
#include <linux/fs.h>

#include "shared/base/file_limit.h"

enum {
  PATH_BYTES = 4096,
  LOCK_EXCLUSIVELY = 2,
  LOCK_AT_ONCE = 4,
  LOCK_TRIES = 10,
  LOCK_PAUSE_NS = 2000000,
  FILE_TRIES = 3,
  USE_IS_NOTED_AFTER_S = 3600,
  TIME_NOW_NS = 0x3fffffff, /* UTIME_NOW */
  FILE_PART = 4,            /* of the folder's bound that one file may take */
};

static bool is_trusted(const struct stat *stat, unsigned forbidden)
{
  return stat->st_uid == (unsigned)raw_syscall(__NR_geteuid, 0, 0, 0, 0, 0, 0) && (stat->st_mode & forbidden) == 0;
}

/* --- the folder --- */

static const char not_private[] = "it must be a folder that only you can write to";

static void make_folders(const char *path)
{
  char part[PATH_BYTES];
  size_t size = 0;
  for (; path[size] && size < sizeof part - 1; size++) {
    part[size] = '\0';
    if (path[size] == '/' && size > 0)
      raw_syscall(__NR_mkdir, (long)part, 0700, 0, 0, 0, 0);
    part[size] = path[size];
  }
  part[size] = '\0';
  raw_syscall(__NR_mkdir, (long)part, 0700, 0, 0, 0, 0);
}

enum { FOLDER = O_DIRECTORY | O_CLOEXEC, OWN_PARTS = 2 };

static long open_at(long folder, const char *path, long flags)
{
  return raw_syscall(__NR_openat, folder, (long)path, flags, 0, 0, 0);
}

/* What a symbolic link leads to, if it belongs to this user or to root; `link` is a descriptor of the link itself. */
static long open_link_target(long folder, long link, const struct stat *stat)
{
  char target[PATH_BYTES];
  if (stat->st_uid != 0 && !is_trusted(stat, 0))
    return -ENOTDIR;
  const long size = raw_syscall(__NR_readlinkat, link, (long)"", (long)target, sizeof target - 1, 0, 0);
  if (size <= 0)
    return -ENOTDIR;
  target[size] = '\0';
  return open_at(folder, target, O_PATH | FOLDER);
}

/* Opens the part of this name in a folder, and closes the folder. */
static long open_part(long folder, const char *name)
{
  struct stat stat;
  long part = open_at(folder, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (part >= 0 && raw_syscall(__NR_fstat, part, (long)&stat, 0, 0, 0, 0) == 0 && folder_is_link(&stat)) {
    const long link = part;
    part = open_link_target(folder, link, &stat);
    folder_close_file((int)link);
  }
  folder_close_file((int)folder);
  return part;
}

/* If it cannot be made, opening it says so. Nothing is made in an own folder that is another user's. */
static void make_part(long folder, const char *name, bool is_in_own)
{
  struct stat stat;
  if (!is_in_own || (raw_syscall(__NR_fstat, folder, (long)&stat, 0, 0, 0, 0) == 0 && is_trusted(&stat, 0)))
    raw_syscall(__NR_mkdirat, folder, (long)name, 0700, 0, 0, 0);
}

/* The last two parts of the path are Seep's own. Each is opened relative to the one before it, and examined once it is
 * open, so that nobody who owns a folder above can replace one of them in between. `makes`: those that are missing. */
static long open_folder(const char *path, bool makes)
{
  char copy[PATH_BYTES];
  const char *parts[OWN_PARTS];
  size_t size = 0, count = 0;
  for (; path[size] && size < sizeof copy - 1; size++)
    copy[size] = path[size];
  copy[size] = '\0';
  for (size_t at = size; at-- > 1 && count < OWN_PARTS;)
    if (copy[at] == '/') {
      copy[at] = '\0';
      parts[count++] = copy + at + 1;
    }
  if (makes)
    make_folders(copy);
  long fd = open_at(AT_FDCWD, copy, O_PATH | FOLDER);
  for (bool is_in_own = false; fd >= 0 && count > 0; is_in_own = true) {
    if (makes)
      make_part(fd, parts[count - 1], is_in_own);
    fd = open_part(fd, parts[--count]);
  }
  if (fd < 0)
    return fd;
  const long folder = open_at(fd, ".", O_RDONLY | FOLDER);
  folder_close_file((int)fd);
  return folder;
}

const char *code_folder_open(struct code_folder *folder, const char *path, uint64_t bytes_max)
{
  struct stat stat;
  long fd = open_folder(path, false);
  if (fd == -ENOENT)
    fd = open_folder(path, true);
  *folder = (struct code_folder){.fd = -1, .bytes_max = bytes_max};
  if (fd < 0)
    return fd == -ENOTDIR ? not_private : "it cannot be opened";
  folder->fd = (int)fd;
  if (raw_syscall(__NR_fstat, fd, (long)&stat, 0, 0, 0, 0) == 0 && is_trusted(&stat, 022))
    return NULL;
  code_folder_close(folder);
  return not_private;
}

void code_folder_close(struct code_folder *folder)
{
  if (folder->fd >= 0)
    folder_close_file(folder->fd);
  folder->fd = -1;
}

/* --- files --- */

/* A regular file of ours. */
static bool stat_file(int fd, struct stat *ret)
{
  return raw_syscall(__NR_fstat, fd, (long)ret, 0, 0, 0, 0) == 0 && folder_is_file(ret) && is_trusted(ret, 077);
}

static long open_file(const struct code_folder *folder, const char *name, long flags)
{
  flags |= O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  return raw_syscall(__NR_openat, folder->fd, (long)name, flags, 0600, 0, 0);
}

static void note_use(int fd, const struct stat *stat)
{
  if (folder_age_s(stat) < USE_IS_NOTED_AFTER_S)
    return;
  const struct __kernel_timespec times[2] = {{.tv_nsec = TIME_NOW_NS}, {.tv_nsec = TIME_NOW_NS}};
  raw_syscall(__NR_utimensat, fd, 0, (long)times, 0, 0, 0);
}

int code_folder_open_file(const struct code_folder *folder, const char *name, uint64_t *ret_bytes)
{
  struct stat stat;
  long fd = open_file(folder, name, O_RDONLY);
  if (fd < 0)
    return -1;
  if (!stat_file((int)fd, &stat) || stat.st_size < CODE_HEADER_BYTES) {
    folder_close_file((int)fd);
    return -1;
  }
  note_use((int)fd, &stat);
  *ret_bytes = (uint64_t)stat.st_size;
  return (int)fd;
}

/* --- reading and writing --- */

static bool transfer(long number, int fd, uint64_t offset, char *data, size_t bytes)
{
  while (bytes > 0) {
    long done = raw_syscall(number, fd, (long)data, (long)bytes, (long)offset, 0, 0);
    if (done == -EINTR)
      continue;
    if (done <= 0)
      return false;
    data += done;
    offset += (uint64_t)done;
    bytes -= (size_t)done;
  }
  return true;
}

static bool read_disk(void *context, uint64_t offset, void *data, size_t bytes)
{
  return transfer(__NR_pread64, *(int *)context, offset, data, bytes);
}

static bool write_disk(void *context, uint64_t offset, const void *data, size_t bytes)
{
  return file_may_reach(offset + bytes) && transfer(__NR_pwrite64, *(int *)context, offset, (char *)data, bytes);
}

static struct code_disk disk_of(int *fd)
{
  return (struct code_disk){.context = fd, .read = read_disk, .write = write_disk};
}

/* --- locks --- */

static bool lock_at_once(int fd)
{
  return raw_syscall(__NR_flock, fd, LOCK_EXCLUSIVELY | LOCK_AT_ONCE, 0, 0, 0, 0) == 0;
}

static bool lock_file(int fd)
{
  const struct __kernel_timespec pause = {.tv_nsec = LOCK_PAUSE_NS};
  for (unsigned i = 0; i < LOCK_TRIES; i++) {
    if (lock_at_once(fd))
      return true;
    raw_syscall(__NR_nanosleep, (long)&pause, 0, 0, 0, 0, 0);
  }
  return false;
}

bool folder_is_abandoned(const struct code_folder *folder, const char *name)
{
  long fd = open_file(folder, name, O_RDONLY);
  if (fd < 0)
    return false;
  bool is_abandoned = lock_at_once((int)fd);
  folder_close_file((int)fd);
  return is_abandoned;
}

/* --- new files --- */

struct temporary {
  char name[32];
  int fd;
};

static void number_text(char *text, unsigned long number)
{
  unsigned digits = 1;
  for (unsigned long rest = number; rest >= 10; rest /= 10)
    digits++;
  text[digits] = '\0';
  for (; digits > 0; number /= 10)
    text[--digits] = (char)('0' + number % 10);
}

/* If there is a file of this name, a process that had the same id has left it. */
static bool temporary_init(struct temporary *temporary, const struct code_folder *folder)
{
  static const char prefix[] = CODE_FILE_WRITING;
  memcpy(temporary->name, prefix, sizeof prefix);
  number_text(temporary->name + sizeof prefix - 1, (unsigned long)raw_syscall(__NR_getpid, 0, 0, 0, 0, 0, 0));
  folder_remove(folder, temporary->name);
  temporary->fd = (int)open_file(folder, temporary->name, O_RDWR | O_CREAT | O_EXCL);
  if (temporary->fd < 0)
    return false;
  lock_at_once(temporary->fd); /* if that fails, the file may be taken for abandoned and removed */
  return true;
}

/* Give it its name, in place of another file or only when there is none. */
static bool temporary_publish(const struct temporary *temporary, const struct code_folder *folder, const char *name,
                              bool replaces)
{
  const long from = (long)temporary->name, to = (long)name;
  long result = -EINVAL;
  if (!replaces)
    result = raw_syscall(__NR_renameat2, folder->fd, from, folder->fd, to, RENAME_NOREPLACE, 0);
  if (result == -EINVAL || result == -ENOSYS) /* the file system cannot do that: then the last writer wins */
    result = raw_syscall(__NR_renameat2, folder->fd, from, folder->fd, to, 0, 0);
  return result == 0;
}

static void temporary_deinit(struct temporary *temporary, const struct code_folder *folder, bool is_published)
{
  folder_close_file(temporary->fd);
  if (!is_published)
    folder_remove(folder, temporary->name);
}

struct addition {
  const struct code_folder *folder;
  const char *name, *path;
  const struct code_identity *identity;
  const struct code_batch *batch;
};

/* `from`: a file whose blocks are kept, NULL: none. */
static bool make_file(const struct addition *addition, const struct code_disk *from, uint64_t from_bytes, bool replaces)
{
  struct temporary temporary;
  uint64_t bytes;
  if (!temporary_init(&temporary, addition->folder))
    return false;
  struct code_disk disk = disk_of(&temporary.fd);
  bool is_made = from ? code_file_grow(from, from_bytes, &disk, addition->batch->count, &bytes)
                      : code_file_create(&disk, addition->identity, addition->path, addition->batch->count, &bytes);
  is_made = is_made && code_file_append(&disk, &bytes, addition->identity, addition->batch) <= CODE_NOTHING_NEW &&
            temporary_publish(&temporary, addition->folder, addition->name, replaces);
  temporary_deinit(&temporary, addition->folder, is_made);
  return is_made;
}

/* --- adding --- */

static bool is_still_named(const struct addition *addition, const struct stat *file)
{
  struct stat named;
  return raw_syscall(__NR_newfstatat, addition->folder->fd, (long)addition->name, (long)&named, AT_SYMLINK_NOFOLLOW, 0,
                     0) == 0 &&
         named.st_ino == file->st_ino && named.st_dev == file->st_dev;
}

static bool add_to_file(const struct addition *addition, int fd, uint64_t bytes)
{
  struct code_disk disk = disk_of(&fd);
  const uint64_t before = bytes;
  if (bytes > addition->folder->bytes_max / FILE_PART)
    return make_file(addition, NULL, 0, true);
  switch (code_file_append(&disk, &bytes, addition->identity, addition->batch)) {
  case CODE_WRITTEN:
  case CODE_NOTHING_NEW:
    return true;
  case CODE_TOO_SMALL:
    return make_file(addition, &disk, bytes, true);
  case CODE_UNUSABLE:
    return make_file(addition, NULL, 0, true);
  case CODE_FAILED:
    break;
  }
  raw_syscall(__NR_ftruncate, fd, (long)before, 0, 0, 0, 0);
  return false;
}

enum outcome { DONE, REFUSED, REPLACED_MEANWHILE };

static enum outcome add_locked(const struct addition *addition, int fd)
{
  struct stat stat;
  if (!lock_file(fd))
    return REFUSED;
  if (raw_syscall(__NR_fstat, fd, (long)&stat, 0, 0, 0, 0) != 0 || !is_still_named(addition, &stat))
    return REPLACED_MEANWHILE;
  bool is_added = stat_file(fd, &stat) ? add_to_file(addition, fd, (uint64_t)stat.st_size)
                                       : make_file(addition, NULL, 0, true);
  return is_added ? DONE : REFUSED;
}

static enum outcome try_to_add(const struct addition *addition)
{
  long fd = open_file(addition->folder, addition->name, O_RDWR);
  if (fd == -ENOENT)
    return make_file(addition, NULL, 0, false) ? DONE : REPLACED_MEANWHILE;
  if (fd < 0) /* not a file, or not ours */
    return make_file(addition, NULL, 0, true) ? DONE : REFUSED;
  enum outcome outcome = add_locked(addition, (int)fd);
  folder_close_file((int)fd);
  return outcome;
}

bool code_folder_add(const struct code_folder *folder, const char *name, const struct code_identity *identity,
                     const char *path, const struct code_batch *batch)
{
  const struct addition addition = {.folder = folder, .name = name, .path = path, .identity = identity, .batch = batch};
  enum outcome outcome = REPLACED_MEANWHILE;
  for (unsigned i = 0; i < FILE_TRIES && outcome == REPLACED_MEANWHILE; i++)
    outcome = try_to_add(&addition);
  return outcome == DONE;
}
