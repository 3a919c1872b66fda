/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two builds can have the same size and modification time; the time of change cannot be set. */
#include "host/symbols/elf/file_state.h"

#include <string.h>
#include <sys/stat.h>

static uint64_t in_ns(struct timespec time)
{
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

struct file_state file_state_of(const struct stat *stat)
{
  return (struct file_state){
    .bytes = (uint64_t)stat->st_size,
    .mtime_ns = in_ns(stat->st_mtim),
    .ctime_ns = in_ns(stat->st_ctim),
    .inode = stat->st_ino,
  };
}

struct file_state file_state_at(const char *path)
{
  struct stat stat_now;
  return stat(path, &stat_now) < 0 ? (struct file_state){0} : file_state_of(&stat_now);
}

bool file_state_is_equal(const struct file_state *left, const struct file_state *right)
{
  return memcmp(left, right, sizeof *left) == 0;
}

void file_state_put(struct byte_builder *builder, const struct file_state *state)
{
  builder_number(builder, state->bytes, 8);
  builder_number(builder, state->mtime_ns, 8);
  builder_number(builder, state->ctime_ns, 8);
  builder_number(builder, state->inode, 8);
}

struct file_state file_state_take(struct bytes *bytes)
{
  struct file_state state;
  state.bytes = bytes_number(bytes, 8);
  state.mtime_ns = bytes_number(bytes, 8);
  state.ctime_ns = bytes_number(bytes, 8);
  state.inode = bytes_number(bytes, 8);
  return state;
}

static bool has_probe(const struct byte_builder *builder, const char *path)
{
  struct bytes bytes = bytes_of(builder->data, builder->size);
  while (bytes.next < bytes.end && !bytes.overrun) {
    const char *known = bytes_string(&bytes);
    file_state_take(&bytes);
    if (known && strcmp(known, path) == 0)
      return true;
  }
  return false;
}

void file_probe_put_once(struct byte_builder *builder, const char *path)
{
  if (!has_probe(builder, path))
    file_probe_put(builder, path);
}

void file_probe_put(struct byte_builder *builder, const char *path)
{
  struct file_state state = file_state_at(path);
  builder_string(builder, path);
  file_state_put(builder, &state);
}

bool file_probe_holds(struct bytes *bytes)
{
  const char *path = bytes_string(bytes);
  struct file_state then = file_state_take(bytes);
  if (bytes->overrun || !path)
    return false;
  struct file_state now = file_state_at(path);
  return file_state_is_equal(&now, &then);
}
