/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/jumps.h"

#include <fcntl.h>
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

/* By the kernel, which changes the page and not its rights: so a mapping stays one, as it is without us. */
static bool write_by_kernel(void *place, const void *code, size_t bytes)
{
  const int memory = (int)raw_syscall(SYS_open, (long)"/proc/thread-self/mem", O_RDWR | O_CLOEXEC, 0, 0, 0, 0);
  if (memory < 0)
    return false;
  const long written = raw_syscall(SYS_pwrite64, memory, (long)code, (long)bytes, (long)place, 0, 0);
  (void)raw_syscall(SYS_close, memory, 0, 0, 0, 0, 0);
  return written == (long)bytes;
}

/* Where that is forbidden. */
static bool write_with_rights(void *place, const void *code, size_t bytes)
{
  const uint64_t page = (uint64_t)place & ~(uint64_t)(PAGE_BYTES - 1);
  const long changed = (long)((uint64_t)place + bytes - page);
  if (raw_syscall(SYS_mprotect, (long)page, changed, PROT_READ | PROT_WRITE | PROT_EXEC, 0, 0, 0) != 0)
    return false;
  memcpy(place, code, bytes);
  (void)raw_syscall(SYS_mprotect, (long)page, changed, PROT_READ | PROT_EXEC, 0, 0, 0);
  return true;
}

bool jumps_write(void *place, const void *code, size_t bytes)
{
  return write_by_kernel(place, code, bytes) || write_with_rights(place, code, bytes);
}

bool jumps_put(void *function, void *to)
{
  unsigned char code[JUMP_BYTES];
  jumps_encode(to, code);
  return jumps_write(function, code, sizeof code);
}
