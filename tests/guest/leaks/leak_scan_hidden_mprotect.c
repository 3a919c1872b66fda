// SPDX-License-Identifier: GPL-2.0-or-later
// Memory that was made inaccessible where the core does not see it costs the leak scan one page, not the program its life.
// run:
// expect: All heap blocks were freed
// expect: ERROR SUMMARY: 0 errors
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <valgrind/memcheck.h>

static long hidden_mprotect(unsigned long tid, unsigned long start, unsigned long bytes)
{
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_mprotect), "D"(start), "S"(bytes), "d"(PROT_NONE) : "rcx", "r11", "memory");
  return result;
}

int main(void)
{
  char *memory = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memory[1337] = 1;
  VALGRIND_NON_SIMD_CALL2(hidden_mprotect, memory + 65536, 131072);
  VALGRIND_DO_LEAK_CHECK;
}
