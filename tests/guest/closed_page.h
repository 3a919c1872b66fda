// SPDX-License-Identifier: GPL-2.0-or-later
// A page is closed where the core does not see it, as guard pages of madvise() are.
#ifndef SEEP_TESTS_GUEST_CLOSED_PAGE_H
#define SEEP_TESTS_GUEST_CLOSED_PAGE_H

#include <sys/mman.h>
#include <sys/syscall.h>
#include <valgrind/memcheck.h>

enum { PAGE = 4096 };

static long hidden_mprotect(unsigned long tid, unsigned long start, unsigned long protection)
{
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_mprotect), "D"(start), "S"((long)PAGE), "d"(protection)
                   : "rcx", "r11", "memory");
  return result;
}

static inline void close_page(void *page)
{
  VALGRIND_NON_SIMD_CALL2(hidden_mprotect, page, PROT_NONE);
}

static inline void open_page(void *page)
{
  VALGRIND_NON_SIMD_CALL2(hidden_mprotect, page, PROT_READ | PROT_WRITE);
}

#endif
