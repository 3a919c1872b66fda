/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/awaited_memory.h"

#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>

#include "native/mappings.h"
#include "shared/base/raw_syscalls.h"

enum { LIST_BYTES = 1 << 12, LINK_BYTES = 64 };

/* One of what getdents64() tells. */
struct entry {
  uint64_t number, next;
  uint16_t bytes;
  uint8_t type;
  char name[];
};

static bool is_userfaultfd(long folder, const char *name)
{
  static const char wanted[] = "anon_inode:[userfaultfd]";
  char text[LINK_BYTES];
  const long bytes = raw_syscall(SYS_readlinkat, folder, (long)name, (long)text, sizeof text, 0, 0);
  return bytes == (long)sizeof wanted - 1 && memcmp(text, wanted, sizeof wanted - 1) == 0;
}

bool awaited_memory_is_possible(void)
{
  static char list[LIST_BYTES] __attribute__((aligned(8)));
  const long folder = mappings_open("fd");
  bool is_one = false;
  long bytes;
  while (folder >= 0 && !is_one && (bytes = raw_syscall(SYS_getdents64, folder, (long)list, sizeof list, 0, 0, 0)) > 0)
    for (long at = 0; at < bytes && !is_one; at += ((const struct entry *)(list + at))->bytes)
      is_one = is_userfaultfd(folder, ((const struct entry *)(list + at))->name);
  if (folder >= 0)
    (void)raw_syscall(SYS_close, folder, 0, 0, 0, 0, 0);
  return is_one;
}
