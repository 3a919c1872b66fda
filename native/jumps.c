/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/jumps.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "shared/base/raw_syscalls.h"

enum { PAGE_BYTES = 4096 };

/* jmp *0(%rip), and the address. */
bool jumps_put(void *function, void *to)
{
  unsigned char code[14] = {0xff, 0x25};
  const uint64_t page = (uint64_t)function & ~(uint64_t)(PAGE_BYTES - 1);
  const size_t bytes = (uint64_t)function + sizeof code - page;
  memcpy(code + 6, &to, sizeof to);
  if (raw_syscall(SYS_mprotect, (long)page, (long)bytes, PROT_READ | PROT_WRITE | PROT_EXEC, 0, 0, 0) != 0)
    return false;
  memcpy(function, code, sizeof code);
  (void)raw_syscall(SYS_mprotect, (long)page, (long)bytes, PROT_READ | PROT_EXEC, 0, 0, 0);
  return true;
}
