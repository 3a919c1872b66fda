/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file's time of modification says when it was last used, or nearly (translation_folder.c). */
#include <asm/stat.h>
#include <asm/unistd.h>
#include <linux/fcntl.h>
#include <linux/time_types.h>

#include "coregrind-glue/syscalls.h"
#include "coregrind-glue/translation_folder.h"
#include "memcheck/env.h"
#include "memcheck/heapsort.h"

enum {
  LIST_BYTES = 32 << 10,
  NAME_BYTES = 32,
  FILES_MAX = 1 << 14,
  LEFTOVER_AFTER_S = 600,
  MODE_TYPE = 0170000,
  MODE_REGULAR = 0100000,
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

static void remove_file(const struct code_folder *folder, const char *name)
{
  raw_syscall(__NR_unlinkat, folder->fd, (long)name, 0, 0, 0, 0);
}

static bool is_old(const struct stat *stat)
{
  struct __kernel_timespec now = {0};
  raw_syscall(__NR_clock_gettime, 0 /* CLOCK_REALTIME */, (long)&now, 0, 0, 0, 0);
  return (long)now.tv_sec - (long)stat->st_mtime > LEFTOVER_AFTER_S;
}

static void note_file(struct listing *listing, const char *name)
{
  size_t length = length_of(name);
  bool is_leftover = is_text_at(name, ".writing-");
  struct stat stat;
  if (length >= NAME_BYTES || (!is_leftover && (length < 5 || !is_text_at(name + length - 5, ".code"))) ||
      raw_syscall(__NR_newfstatat, listing->folder->fd, (long)name, (long)&stat, AT_SYMLINK_NOFOLLOW, 0, 0) != 0 ||
      (stat.st_mode & MODE_TYPE) != MODE_REGULAR)
    return;
  if (is_leftover) {
    if (is_old(&stat))
      remove_file(listing->folder, name);
    return;
  }
  if (listing->count == FILES_MAX) {
    remove_file(listing->folder, name);
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
    raw_syscall(__NR_close, fd, 0, 0, 0, 0, 0);
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
      remove_file(folder, listing.files[i].name);
      listing.bytes -= listing.files[i].bytes;
    }
  }
  env_unmap_pages(listing.files, room);
}
