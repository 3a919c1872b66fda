/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For static programs: functions that the core's replacements need and the program may lack, and musl's internal names
 * of its allocator. musl calls these for what it keeps itself, and link-time optimisation may turn a call of malloc()
 * into one of them. */
#include "pub_tool_basics.h"
#include "pub_tool_redir.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "shared/base/raw_syscalls.h"

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

#define LIBC VG_Z_LIBC_SONAME
#define STATIC libcZdsoZdstatic /* redirections.c says so of static programs */

/* Of malloc()'s class, so where both names have one address, as in glibc, malloc's own replacement wins by its
 * priority. */
#define SAME_AS(result, class, name, symbol, parameters, arguments)         \
  result VG_REPLACE_FUNCTION_EZU(class##1, LIBC, symbol) parameters;         \
  result VG_REPLACE_FUNCTION_EZU(class##0, STATIC, name) parameters;         \
  result VG_REPLACE_FUNCTION_EZU(class##0, STATIC, name) parameters          \
  {                                                                          \
    return VG_REPLACE_FUNCTION_EZU(class##1, LIBC, symbol) arguments;        \
  }

SAME_AS(void *, 1001, __libc_malloc, malloc, (SizeT bytes), (bytes))
SAME_AS(void *, 1001, __libc_malloc_impl, malloc, (SizeT bytes), (bytes))
SAME_AS(void *, 1007, __libc_calloc, calloc, (SizeT count, SizeT bytes), (count, bytes))
SAME_AS(void *, 1009, __libc_realloc, realloc, (void *old, SizeT bytes), (old, bytes))
SAME_AS(void, 1005, __libc_free, free, (void *block), (block))
