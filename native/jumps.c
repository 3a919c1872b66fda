/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/jumps.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "shared/base/raw_syscalls.h"

enum { PAGE_BYTES = JUMPS_PAGE_BYTES, NEAR_PAGES = 1 << 16 /* how far is looked for a free page */ };

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

/* Behind the code or in front of it. */
unsigned char *jumps_map_near(uint64_t start, uint64_t end)
{
  long page = -1;
  for (uint64_t i = 0; i < NEAR_PAGES && page < 0; i++) {
    const uint64_t at = i % 2 == 0 ? end + i / 2 * PAGE_BYTES : start - (i / 2 + 1) * PAGE_BYTES;
    page = raw_syscall(SYS_mmap, (long)at, PAGE_BYTES, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (page >= 0 && (uint64_t)page != at) { /* the kernel does not know the flag */
      (void)raw_syscall(SYS_munmap, page, PAGE_BYTES, 0, 0, 0, 0);
      return NULL;
    }
  }
  return page < 0 ? NULL : (unsigned char *)page;
}

bool jumps_close(unsigned char *page)
{
  return raw_syscall(SYS_mprotect, (long)page, PAGE_BYTES, PROT_READ | PROT_EXEC, 0, 0, 0) == 0;
}
