/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file's time of modification says when it was last used, or nearly (code_folder.c). */
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

struct folder_list {
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

static void note_file(struct folder_list *list, const char *name)
{
  size_t length = length_of(name);
  bool is_leftover = is_text_at(name, CODE_FILE_WRITING);
  struct stat stat;
  if (length >= NAME_BYTES || (!is_leftover && !has_suffix(name, length)) ||
      raw_syscall(__NR_newfstatat, list->folder->fd, (long)name, (long)&stat, AT_SYMLINK_NOFOLLOW, 0, 0) != 0 ||
      !folder_is_file(&stat))
    return;
  if (is_leftover) {
    if (folder_age_s(&stat) > LEFTOVER_AFTER_S || folder_is_abandoned(list->folder, name))
      folder_remove(list->folder, name);
    return;
  }
  if (list->count == FILES_MAX) {
    folder_remove(list->folder, name);
    return;
  }
  struct kept_file *file = &list->files[list->count++];
  memcpy(file->name, name, length + 1);
  file->used_s = stat.st_mtime;
  file->used_ns = stat.st_mtime_nsec;
  file->bytes = (uint64_t)stat.st_blocks * 512;
  list->bytes += file->bytes;
}

static void list_files(struct folder_list *list)
{
  static uint64_t buffer[LIST_BYTES / sizeof(uint64_t)];
  long fd = raw_syscall(__NR_openat, list->folder->fd, (long)".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0, 0, 0);
  for (long bytes; fd >= 0 && (bytes = raw_syscall(__NR_getdents64, fd, (long)buffer, sizeof buffer, 0, 0, 0)) > 0;)
    for (long at = 0; at < bytes;) {
      const struct folder_entry *entry = (const struct folder_entry *)((const char *)buffer + at);
      note_file(list, entry->name);
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
  struct folder_list list = {.folder = folder, .files = env_map_pages(room)};
  list_files(&list);
  if (list.bytes > folder->bytes_max) {
    heapsort_items(list.files, list.count, sizeof *list.files, was_used_before, NULL);
    for (size_t i = 0; i < list.count && list.bytes > folder->bytes_max / 4 * 3; i++) {
      folder_remove(folder, list.files[i].name);
      list.bytes -= list.files[i].bytes;
    }
  }
  env_unmap_pages(list.files, room);
}
