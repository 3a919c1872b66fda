/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A cache file, version 8; numbers are little-endian:
 *
 *   magic "SEEPSYM\n"; version (4 bytes); CRC-32 of all that follows (4); length of the key (4); key; contents
 *
 * It is named after the FNV-1a hash of its key, and the key inside tells two keys with one hash apart. A file that
 * is too long, not the user's own, open to others, of another version or damaged counts as absent and is replaced in
 * time. Files are written under a temporary name and renamed, so that many processes may use a folder at once. */
#include "host/symbols/answer_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "host/base/fnv.h"
#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/own_folder.h"
#include "host/base/read_up_to.h"
#include "host/base/write_all.h"

enum {
  VERSION = 8,
  MAGIC_BYTES = 8,
  HEAD_BYTES = 16,
  FILE_MAX_BYTES = 1 << 26,
  FOLDER_MAX_FILES = 4096,
};
static const char magic[] = "SEEPSYM\n";
static const char suffix[] = ".names";
static const uint64_t folder_max_bytes = 256 << 20;

static uint64_t hash_key(const struct byte_builder *key)
{
  return fnv_bytes(FNV_EMPTY, key->data, key->size);
}

static bool file_name(char name[PATH_MAX], const char *folder, const struct byte_builder *key)
{
  int length = snprintf(name, PATH_MAX, "%s/%016llx%s", folder, (unsigned long long)hash_key(key), suffix);
  return length > 0 && length < PATH_MAX;
}

static bool is_private(const struct stat *stat)
{
  return stat->st_uid == geteuid() && (stat->st_mode & 077) == 0;
}

static bool read_whole(int fd, struct byte_builder *ret)
{
  struct stat stat;
  if (fstat(fd, &stat) < 0 || !S_ISREG(stat.st_mode) || !is_private(&stat) || stat.st_size < HEAD_BYTES ||
      stat.st_size > FILE_MAX_BYTES)
    return false;
  size_t size = (size_t)stat.st_size;
  ret->data = memory_allocate(size);
  ret->capacity = size;
  ret->size = size;
  return read_up_to(fd, ret->data, size) == (ssize_t)size;
}

/* Check a file's head and key; move what follows to the front. */
static bool unwrap_contents(struct byte_builder *file, const struct byte_builder *key)
{
  struct bytes bytes = bytes_of(file->data, file->size);
  const unsigned char *found_magic = bytes_block(&bytes, MAGIC_BYTES);
  uint64_t version = bytes_number(&bytes, 4), checksum = bytes_number(&bytes, 4);
  if (bytes.overrun || memcmp(found_magic, magic, MAGIC_BYTES) != 0 || version != VERSION ||
      checksum != crc32_z(crc32_z(0, NULL, 0), bytes.next, (size_t)(bytes.end - bytes.next)))
    return false;
  size_t key_bytes = bytes_number(&bytes, 4);
  const unsigned char *found_key = bytes_block(&bytes, key_bytes);
  if (!found_key || key_bytes != key->size || memcmp(found_key, key->data, key_bytes) != 0)
    return false;
  file->size = (size_t)(bytes.end - bytes.next);
  memmove(file->data, bytes.next, file->size);
  return true;
}

bool answer_cache_load(const char *folder, const struct byte_builder *key, struct byte_builder *ret)
{
  char name[PATH_MAX];
  if (!file_name(name, folder, key))
    return false;
  int fd = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0)
    return false;
  struct byte_builder file = {0};
  bool good = read_whole(fd, &file) && unwrap_contents(&file, key);
  close(fd);
  if (!good)
    builder_deinit(&file);
  else
    *ret = file;
  return good;
}

static struct error *make_folder(const char *folder)
{
  int fd = -1;
  struct error *error = own_folder_make(folder);
  if (!error)
    error = own_folder_open(folder, &fd);
  if (fd >= 0)
    close(fd);
  return error_context(error, "names are not kept in the symbol cache; set XDG_CACHE_HOME");
}

static void wrap_contents(struct byte_builder *file, const struct byte_builder *key,
                          const struct byte_builder *contents)
{
  struct byte_builder body = {0};
  builder_number(&body, key->size, 4);
  builder_block(&body, key->data, key->size);
  builder_block(&body, contents->data, contents->size);
  builder_block(file, magic, MAGIC_BYTES);
  builder_number(file, VERSION, 4);
  builder_number(file, crc32_z(crc32_z(0, NULL, 0), body.data, body.size), 4);
  builder_block(file, body.data, body.size);
  builder_deinit(&body);
}

/* Write under a temporary name, then take the final one. */
static struct error *write_file(const char *folder, const char *name, const struct byte_builder *file)
{
  char temporary[PATH_MAX];
  if (snprintf(temporary, sizeof temporary, "%s/.writing-XXXXXX", folder) >= (int)sizeof temporary)
    return error_format("the name of the symbol cache is too long: %s", folder);
  int fd = mkostemp(temporary, O_CLOEXEC);
  if (fd < 0)
    return error_errno(errno, "cannot write to the symbol cache %s", folder);
  bool written = write_all(fd, file->data, file->size);
  if (close(fd) == 0 && written && rename(temporary, name) == 0)
    return NULL;
  struct error *error = error_errno(errno, "cannot write to the symbol cache %s", folder);
  unlink(temporary);
  return error;
}

struct error *answer_cache_store(const char *folder, const struct byte_builder *key,
                                 const struct byte_builder *contents)
{
  char name[PATH_MAX];
  struct error *error = make_folder(folder);
  if (error)
    return error;
  if (!file_name(name, folder, key))
    return error_format("the name of the symbol cache is too long: %s", folder);
  struct byte_builder file = {0};
  wrap_contents(&file, key, contents);
  if (file.size <= FILE_MAX_BYTES)
    error = write_file(folder, name, &file);
  builder_deinit(&file);
  return error;
}

struct cached_file {
  char *name;
  struct timespec written;
  uint64_t bytes;
};

ORDER(compare_age, struct cached_file, UP(written.tv_sec) ?: UP(written.tv_nsec))

/* The cache files of a folder, including temporary ones left behind. */
static size_t list_files(DIR *dir, struct cached_file **ret)
{
  struct cached_file *files = NULL;
  size_t count = 0, capacity = 0;
  for (const struct dirent *entry; (entry = readdir(dir));) {
    const char *end = strstr(entry->d_name, suffix);
    struct stat stat;
    if ((!end || end[sizeof suffix - 1]) && strncmp(entry->d_name, ".writing-", 9) != 0)
      continue;
    if (fstatat(dirfd(dir), entry->d_name, &stat, AT_SYMLINK_NOFOLLOW) < 0 || !S_ISREG(stat.st_mode))
      continue;
    char *name = memory_text(entry->d_name);
    *NEW_ITEM(files, count, capacity) = (struct cached_file){name, stat.st_mtim, (uint64_t)stat.st_size};
  }
  *ret = files;
  return count;
}

static void free_files(struct cached_file *files, size_t count)
{
  for (size_t i = 0; i < count; i++)
    free(files[i].name);
  free(files);
}

static struct answer_cache_size size_of(const struct cached_file *files, size_t count)
{
  struct answer_cache_size size = {.files = count};
  for (size_t i = 0; i < count; i++)
    size.bytes += files[i].bytes;
  return size;
}

/* NULL: there is no such folder. */
static struct error *open_folder(const char *folder, DIR **ret)
{
  int fd;
  struct error *error = own_folder_open(folder, &fd);
  *ret = fd >= 0 ? fdopendir(fd) : NULL;
  if (fd >= 0 && !*ret) {
    error = error_errno(errno, "cannot read the folder %s", folder);
    close(fd);
  }
  return error;
}

void answer_cache_prune(const char *folder)
{
  DIR *dir;
  error_free(open_folder(folder, &dir));
  if (!dir)
    return;
  struct cached_file *files;
  size_t count = list_files(dir, &files);
  uint64_t total = size_of(files, count).bytes;
  if (count)
    qsort(files, count, sizeof *files, compare_age);
  for (size_t i = 0; i < count; i++)
    if (total > folder_max_bytes || count - i > FOLDER_MAX_FILES) {
      unlinkat(dirfd(dir), files[i].name, 0);
      total -= files[i].bytes;
    }
  free_files(files, count);
  closedir(dir);
}

static struct error *remove_files(const char *folder, int dir_fd, const struct cached_file *files, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (unlinkat(dir_fd, files[i].name, 0) < 0 && errno != ENOENT)
      return error_errno(errno, "cannot remove %s/%s", folder, files[i].name);
  return NULL;
}

static struct error *look_through(const char *folder, bool clears, struct answer_cache_size *ret)
{
  DIR *dir;
  *ret = (struct answer_cache_size){0};
  struct error *error = open_folder(folder, &dir);
  if (!dir)
    return error;
  struct cached_file *files;
  size_t count = list_files(dir, &files);
  error = clears ? remove_files(folder, dirfd(dir), files, count) : NULL;
  *ret = size_of(files, count);
  free_files(files, count);
  closedir(dir);
  return error;
}

struct error *answer_cache_measure(const char *folder, struct answer_cache_size *ret)
{
  return look_through(folder, false, ret);
}

struct error *answer_cache_clear(const char *folder, struct answer_cache_size *ret)
{
  return look_through(folder, true, ret);
}
