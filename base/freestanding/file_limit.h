/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The limit of files' sizes (ulimit -f), which the kernel enforces by a signal. Freestanding: the tool asks before it
 * writes, because the signal would go to the program. */
#ifndef SEEP_BASE_FREESTANDING_FILE_LIMIT_H
#define SEEP_BASE_FREESTANDING_FILE_LIMIT_H

#include <asm/unistd.h>
#include <linux/resource.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/freestanding/raw_syscalls.h"

/* May a file end there? */
static inline bool file_may_reach(uint64_t end)
{
  struct rlimit limit;
  return raw_syscall(__NR_getrlimit, RLIMIT_FSIZE, (long)&limit, 0, 0, 0, 0) == 0 && end <= limit.rlim_cur;
}

#endif
