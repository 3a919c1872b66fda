/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/suite/preload/file_identity.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "shared/base/mix.h"
#include "shared/base/plain_strings.h"
#include "shared/base/raw_syscalls.h"

static const uint64_t sum_most = UINT64_C(1) << 32;
enum { PIECE_BYTES = 1 << 14, SECOND_NS = 1000000000, TICK_NS = 20000000, ERROR_INTERRUPTED = -4 };

static uint64_t in_ns(struct timespec time)
{
  return (uint64_t)time.tv_sec * SECOND_NS + (uint64_t)time.tv_nsec;
}

static bool take_status(long result, const struct stat *status, struct file_identity *ret)
{
  if (result < 0 || !S_ISREG(status->st_mode))
    return false;
  *ret = (struct file_identity){
    .device = status->st_dev,
    .inode = status->st_ino,
    .bytes = (uint64_t)status->st_size,
    .mtime_ns = in_ns(status->st_mtim),
    .ctime_ns = in_ns(status->st_ctim),
  };
  return true;
}

bool file_identity_of(const char *path, struct file_identity *ret)
{
  struct stat status;
  return take_status(raw_syscall(SYS_stat, (long)path, (long)&status, 0, 0, 0, 0), &status, ret);
}

bool file_identity_is_equal(const struct file_identity *a, const struct file_identity *b)
{
  return a->device == b->device && a->inode == b->inode && a->bytes == b->bytes && a->mtime_ns == b->mtime_ns &&
         a->ctime_ns == b->ctime_ns;
}

/* Some file systems count seconds, or pairs of them. */
bool file_identity_is_settled(const struct file_identity *identity, uint64_t time_ns)
{
  const uint64_t tick = identity->ctime_ns % SECOND_NS == 0 ? UINT64_C(2) * SECOND_NS : TICK_NS;
  return identity->ctime_ns < time_ns && time_ns - identity->ctime_ns > tick;
}

/* As many as there are, up to a whole piece. */
static size_t read_piece(long fd, char *piece)
{
  size_t size = 0;
  for (long got = 1; size < PIECE_BYTES && (got > 0 || got == ERROR_INTERRUPTED);) {
    got = raw_syscall(SYS_read, fd, (long)(piece + size), (long)(PIECE_BYTES - size), 0, 0, 0);
    size += got > 0 ? (size_t)got : 0;
  }
  return size;
}

/* The sum of each piece is seeded with that of those before it. There may be no end; more than `most` need not be read.
 */
static uint64_t sum_of(long fd, uint64_t most, uint64_t *ret_bytes)
{
  static _Alignas(uint64_t) char piece[PIECE_BYTES];
  uint64_t sum = 0;
  *ret_bytes = 0;
  for (size_t size; *ret_bytes <= most && (size = read_piece(fd, piece)) > 0; *ret_bytes += size) {
    const size_t padded = (size + sizeof sum - 1) & ~(sizeof sum - 1);
    for (size_t i = size; i < padded; i++)
      piece[i] = 0;
    sum = mix_words(piece, padded, sum);
  }
  return sum;
}

bool file_identity_sum(const char *path, const struct file_identity *identity, uint64_t *ret)
{
  struct file_identity now;
  struct stat status;
  uint64_t bytes;
  const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  if (identity->bytes > sum_most)
    return false;
  const long fd = raw_syscall(SYS_openat, AT_FDCWD, (long)path, flags, 0, 0, 0);
  if (fd < 0)
    return false;
  *ret = sum_of(fd, identity->bytes, &bytes);
  const long result = raw_syscall(SYS_fstat, fd, (long)&status, 0, 0, 0, 0);
  raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  return take_status(result, &status, &now) && file_identity_is_equal(&now, identity) && bytes == now.bytes;
}

bool file_identity_holds(const char *path, const struct file_identity *identity, uint64_t sum)
{
  struct file_identity now;
  uint64_t sum_now;
  if (!file_identity_of(path, &now) || now.bytes != identity->bytes)
    return false;
  return file_identity_is_equal(&now, identity) || (file_identity_sum(path, &now, &sum_now) && sum_now == sum);
}

bool file_of_argument(const char *directory, const char *argument, unsigned part, char *path, size_t size)
{
  struct file_identity ignored;
  const char *const value = text_find(argument, "="), *const name = part == 0 ? argument : value ? value + 1 : "";
  if (!*name || text_length(directory) + 1 + text_length(name) >= size)
    return false;
  path[0] = '\0';
  if (*name != '/') {
    text_append(path, size, directory);
    text_append(path, size, "/");
  }
  text_append(path, size, name);
  return file_identity_of(path, &ignored);
}
