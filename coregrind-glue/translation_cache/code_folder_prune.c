/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file's time of modification says when it was last used, or nearly (translation_folder.c). */
#include "coregrind-glue/translation_cache/code_folder_private.h"
#include "memcheck/pure/base/heapsort.h"

enum {
  LIST_BYTES = 32 << 10,
  NAME_BYTES = 32,
  FILES_MAX = 1 << 14,
  LEFTOVER_AFTER_S = 600, /* where files have no locks */
};

/* What getdents64 gives. */
struct folder_entry {
  uint64_t inode;
  int64_t offset;
  uint16_t bytes;
  uint8_t type;
  char name[];
};

struct kept_file {
  char name[NAME_BYTES];
  uint64_t used_s, used_ns, bytes;
};

struct listing {
  const struct code_folder *folder;
  struct kept_file *files;
  size_t count;
  uint64_t bytes;
};

static size_t length_of(const char *text)
{
  size_t length = 0;
  while (text[length])
    length++;
  return length;
}

static bool is_text_at(const char *text, const char *part)
{
  while (*part && *text == *part) {
    text++;
    part++;
  }
  return *part == '\0';
}

static bool has_suffix(const char *name, size_t length)
{
  const size_t suffix = sizeof CODE_FILE_SUFFIX - 1;
  return length >= suffix && is_text_at(name + length - suffix, CODE_FILE_SUFFIX);
}

static void note_file(struct listing *listing, const char *name)
{
  size_t length = length_of(name);
  bool is_leftover = is_text_at(name, CODE_FILE_WRITING);
  struct stat stat;
  if (length >= NAME_BYTES || (!is_leftover && !has_suffix(name, length)) ||
      raw_syscall(__NR_newfstatat, listing->folder->fd, (long)name, (long)&stat, AT_SYMLINK_NOFOLLOW, 0, 0) != 0 ||
      !folder_is_file(&stat))
    return;
  if (is_leftover) {
    if (folder_age_s(&stat) > LEFTOVER_AFTER_S || folder_is_abandoned(listing->folder, name))
      folder_remove(listing->folder, name);
    return;
  }
  if (listing->count == FILES_MAX) {
    folder_remove(listing->folder, name);
    return;
  }
  struct kept_file *file = &listing->files[listing->count++];
  memcpy(file->name, name, length + 1);
  file->used_s = stat.st_mtime;
  file->used_ns = stat.st_mtime_nsec;
  file->bytes = (uint64_t)stat.st_blocks * 512;
  listing->bytes += file->bytes;
}

static void list_files(struct listing *listing)
{
  static uint64_t buffer[LIST_BYTES / sizeof(uint64_t)];
  long fd = raw_syscall(__NR_openat, listing->folder->fd, (long)".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0, 0, 0);
  for (long bytes; fd >= 0 && (bytes = raw_syscall(__NR_getdents64, fd, (long)buffer, sizeof buffer, 0, 0, 0)) > 0;)
    for (long at = 0; at < bytes;) {
      const struct folder_entry *entry = (const struct folder_entry *)((const char *)buffer + at);
      note_file(listing, entry->name);
      at += entry->bytes;
    }
  if (fd >= 0)
    folder_close_file((int)fd);
}

static bool was_used_before(const void *left_item, const void *right_item, const void *context)
{
  const struct kept_file *left = left_item, *right = right_item;
  return left->used_s != right->used_s ? left->used_s < right->used_s : left->used_ns < right->used_ns;
}

void code_folder_prune(const struct code_folder *folder)
{
  size_t room = FILES_MAX * sizeof(struct kept_file);
  struct listing listing = {.folder = folder, .files = env_map_pages(room)};
  list_files(&listing);
  if (listing.bytes > folder->bytes_max) {
    heapsort_items(listing.files, listing.count, sizeof *listing.files, was_used_before, NULL);
    for (size_t i = 0; i < listing.count && listing.bytes > folder->bytes_max / 4 * 3; i++) {
      folder_remove(folder, listing.files[i].name);
      listing.bytes -= listing.files[i].bytes;
    }
  }
  env_unmap_pages(listing.files, room);
}
