/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The limit of files' sizes (ulimit -f), which the kernel enforces by a signal. Freestanding: the tool asks before it
 * writes, because the signal would go to the program. */
#ifndef SEEP_SHARED_BASE_FILE_LIMIT_H
#define SEEP_SHARED_BASE_FILE_LIMIT_H

#include <asm/unistd.h>
#include <stdbool.h>
#include <stdint.h>

#include "shared/base/raw_syscalls.h"

/* With less a program cannot be checked: the command line and vgdb need files. */
enum { FILE_LIMIT_LEAST = 64 << 10 };

/* RLIMIT_FSIZE: the kernel's header and the C library's cannot be had together. */
enum { FILE_LIMIT_RESOURCE = 1 };

/* May a file end there? */
static inline bool file_may_reach(uint64_t end)
{
  uint64_t limits[2]; /* the soft and the hard one */
  return raw_syscall(__NR_getrlimit, FILE_LIMIT_RESOURCE, (long)limits, 0, 0, 0, 0) == 0 && end <= limits[0];
}

#endif
