/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file is told by its size, time and number; one that is not there by zeros. */
#include "symbols/probe.h"

#include <sys/stat.h>

struct sight {
  uint64_t bytes, mtime_ns, inode;
};

static struct sight look(const char *path)
{
  struct stat stat_now;
  if (stat(path, &stat_now) < 0)
    return (struct sight){0};
  return (struct sight){
    .bytes = (uint64_t)stat_now.st_size,
    .mtime_ns = (uint64_t)stat_now.st_mtim.tv_sec * 1000000000 + (uint64_t)stat_now.st_mtim.tv_nsec,
    .inode = stat_now.st_ino,
  };
}

void probe_put(struct byte_builder *builder, const char *path)
{
  struct sight sight = look(path);
  builder_string(builder, path);
  builder_number(builder, sight.bytes, 8);
  builder_number(builder, sight.mtime_ns, 8);
  builder_number(builder, sight.inode, 8);
}

bool probe_holds(struct bytes *bytes)
{
  const char *path = bytes_string(bytes);
  struct sight then;
  then.bytes = bytes_number(bytes, 8);
  then.mtime_ns = bytes_number(bytes, 8);
  then.inode = bytes_number(bytes, 8);
  if (bytes->overrun || !path)
    return false;
  struct sight now = look(path);
  return now.bytes == then.bytes && now.mtime_ns == then.mtime_ns && now.inode == then.inode;
}
