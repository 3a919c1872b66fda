/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What code_folder.c and code_folder_prune.c share. */
#ifndef SEEP_COREGRIND_GLUE_TRANSLATION_CACHE_CODE_FOLDER_PRIVATE_H
#define SEEP_COREGRIND_GLUE_TRANSLATION_CACHE_CODE_FOLDER_PRIVATE_H

#include <asm/stat.h>
#include <asm/unistd.h>
#include <linux/fcntl.h>
#include <linux/time_types.h>

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/translation_cache/code_folder.h"
#include "memcheck/pure/base/env.h"

static inline bool folder_is_file(const struct stat *stat)
{
  enum { MODE_TYPE = 0170000, MODE_REGULAR = 0100000 };
  return (stat->st_mode & MODE_TYPE) == MODE_REGULAR;
}

static inline bool folder_is_link(const struct stat *stat)
{
  enum { MODE_TYPE = 0170000, MODE_LINK = 0120000 };
  return (stat->st_mode & MODE_TYPE) == MODE_LINK;
}

/* Since it was last written to, or noted as used. */
static inline long folder_age_s(const struct stat *stat)
{
  struct __kernel_timespec now = {0};
  raw_syscall(__NR_clock_gettime, 0 /* CLOCK_REALTIME */, (long)&now, 0, 0, 0, 0);
  return (long)now.tv_sec - (long)stat->st_mtime;
}

static inline void folder_close_file(int fd)
{
  raw_syscall(__NR_close, fd, 0, 0, 0, 0, 0);
}

static inline void folder_remove(const struct code_folder *folder, const char *name)
{
  raw_syscall(__NR_unlinkat, folder->fd, (long)name, 0, 0, 0, 0);
}

/* Does nobody write to the file any more? Writers of temporary files hold their lock, which ends with them. */
bool folder_is_abandoned(const struct code_folder *folder, const char *name);

#endif
