/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Size and time of modification can be the same of two builds; the time of change cannot be set. */
#include "symbols/elf/file_state.h"

#include <string.h>
#include <sys/stat.h>

static uint64_t in_ns(struct timespec time)
{
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

struct sight file_state_of(const struct stat *stat)
{
  return (struct sight){
    .bytes = (uint64_t)stat->st_size,
    .mtime_ns = in_ns(stat->st_mtim),
    .ctime_ns = in_ns(stat->st_ctim),
    .inode = stat->st_ino,
  };
}

struct sight file_state_at(const char *path)
{
  struct stat stat_now;
  return stat(path, &stat_now) < 0 ? (struct sight){0} : file_state_of(&stat_now);
}

bool file_state_is_equal(const struct sight *left, const struct sight *right)
{
  return memcmp(left, right, sizeof *left) == 0;
}

void file_state_put(struct byte_builder *builder, const struct sight *sight)
{
  builder_number(builder, sight->bytes, 8);
  builder_number(builder, sight->mtime_ns, 8);
  builder_number(builder, sight->ctime_ns, 8);
  builder_number(builder, sight->inode, 8);
}

struct sight file_state_take(struct bytes *bytes)
{
  struct sight sight;
  sight.bytes = bytes_number(bytes, 8);
  sight.mtime_ns = bytes_number(bytes, 8);
  sight.ctime_ns = bytes_number(bytes, 8);
  sight.inode = bytes_number(bytes, 8);
  return sight;
}

void file_probe_put(struct byte_builder *builder, const char *path)
{
  struct sight sight = file_state_at(path);
  builder_string(builder, path);
  file_state_put(builder, &sight);
}

bool file_probe_holds(struct bytes *bytes)
{
  const char *path = bytes_string(bytes);
  struct sight then = file_state_take(bytes);
  if (bytes->overrun || !path)
    return false;
  struct sight now = file_state_at(path);
  return file_state_is_equal(&now, &then);
}
