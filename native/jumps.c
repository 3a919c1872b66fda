/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/jumps.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "shared/base/raw_syscalls.h"

enum { PAGE_BYTES = 4096 };

/* jmp *0(%rip), and the address. */
void jumps_encode(const void *to, unsigned char ret[static JUMP_BYTES])
{
  memset(ret, 0, JUMP_BYTES);
  ret[0] = 0xff;
  ret[1] = 0x25;
  memcpy(ret + JUMP_BYTES - sizeof to, &to, sizeof to);
}

bool jumps_write(void *place, const void *code, size_t bytes)
{
  const uint64_t page = (uint64_t)place & ~(uint64_t)(PAGE_BYTES - 1);
  const long changed = (long)((uint64_t)place + bytes - page);
  if (raw_syscall(SYS_mprotect, (long)page, changed, PROT_READ | PROT_WRITE | PROT_EXEC, 0, 0, 0) != 0)
    return false;
  memcpy(place, code, bytes);
  (void)raw_syscall(SYS_mprotect, (long)page, changed, PROT_READ | PROT_EXEC, 0, 0, 0);
  return true;
}

bool jumps_put(void *function, void *to)
{
  unsigned char code[JUMP_BYTES];
  jumps_encode(to, code);
  return jumps_write(function, code, sizeof code);
}
