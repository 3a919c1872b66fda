/* SPDX-License-Identifier: GPL-2.0-or-later */
/* System calls made directly, for code without a C library and for what the core's does not offer. The guest does
 * not see them. Results are the kernel's: negative errno values for failure. */
#ifndef SEEP_SHARED_BASE_RAW_SYSCALLS_H
#define SEEP_SHARED_BASE_RAW_SYSCALLS_H

#include <stdint.h>

/* With all six parameters. */
static inline long raw_syscall(long number, long a, long b, long c, long d, long e, long f)
{
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

#endif
