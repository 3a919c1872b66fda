/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An array, most recently used first: it is short, and what is asked for is mostly near its beginning. */
#include "host/symbols/module_files.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/memory.h"

enum {
  MAX = 512,
  SHARE = 4, /* of the limit of descriptors; connections and outputs need the others */
};

struct kept_file {
  struct byte_builder key;
  int fd;
};

struct module_files {
  size_t count, max;
  struct kept_file items[];
};

/* By the hard limit: the reporter, which keeps files, raises its own to that. */
static size_t default_max(void)
{
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0)
    return 0;
  return limit.rlim_max / SHARE < MAX ? (size_t)limit.rlim_max / SHARE : MAX;
}

struct module_files *module_files_create(size_t max)
{
  if (max == 0)
    max = default_max();
  struct module_files *files = memory_zeroed(1, sizeof *files + max * sizeof files->items[0]);
  files->max = max;
  return files;
}

static void forget_last(struct module_files *files)
{
  struct kept_file *last = &files->items[--files->count];
  close(last->fd);
  builder_deinit(&last->key);
}

void module_files_destroy(struct module_files *files)
{
  while (files && files->count > 0)
    forget_last(files);
  free(files);
}

/* Make room at the front for what stood at `index`. */
static void shift_items(struct module_files *files, size_t index)
{
  memmove(files->items + 1, files->items, index * sizeof files->items[0]);
}

int module_files_find(struct module_files *files, const struct byte_builder *key)
{
  for (size_t i = 0; i < files->count; i++) {
    struct kept_file found = files->items[i];
    if (found.key.size != key->size || memcmp(found.key.data, key->data, key->size) != 0)
      continue;
    shift_items(files, i);
    files->items[0] = found;
    return found.fd;
  }
  return -1;
}

static bool is_regular(int fd)
{
  struct stat stat;
  return fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode);
}

void module_files_keep(struct module_files *files, const struct byte_builder *key, int fd)
{
  struct kept_file kept = {.fd = fd};
  builder_block(&kept.key, key->data, key->size);
  if (files->max == 0 || !is_regular(fd) || module_files_find(files, key) >= 0) {
    builder_deinit(&kept.key);
    close(fd);
    return;
  }
  if (files->count == files->max)
    forget_last(files);
  shift_items(files, files->count++);
  files->items[0] = kept;
}
