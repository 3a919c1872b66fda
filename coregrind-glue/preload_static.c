/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the core's replacements need of a C library, for programs that were linked without it. */
#include "pub_tool_basics.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "coregrind-glue/syscalls.h"

enum { PAGE_BYTES = 4096 };

__attribute__((visibility("hidden"))) int getpagesize(void);
__attribute__((visibility("hidden"))) int getpagesize(void)
{
  return PAGE_BYTES;
}

__attribute__((visibility("hidden"), noreturn)) void _exit(int status);
__attribute__((visibility("hidden"), noreturn)) void _exit(int status)
{
  raw_syscall(__NR_exit_group, status, 0, 0, 0, 0, 0);
  __builtin_unreachable();
}
