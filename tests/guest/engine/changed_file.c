// SPDX-License-Identifier: GPL-2.0-or-later
// A library's file is written to while it is mapped, without rights to write: what is executed is what the file says now. So it is
// where memory is written to as /proc/self/mem, and where pages are given up.
// run:
// only: seep
// stdout: 3 9 5 3
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --engine=precise
// only: seep
// stdout: 3 9 5 3
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

enum { BYTES = 4096 };

int main(void)
{
  unsigned char code[] = {0xb8, 3, 0, 0, 0, 0xc3}; /* mov $3, %eax; ret */
  char name[] = "/tmp/changed_file.XXXXXX";
  int file = mkstemp(name);
  if (file < 0 || ftruncate(file, BYTES) != 0 || pwrite(file, code, sizeof code, 0) != sizeof code)
    return 1;
  close(file);
  file = open(name, O_RDONLY);
  int (*const function)(void) = (int (*)(void))mmap(0, BYTES, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
  close(file);
  printf("%d ", function());
  file = open(name, O_WRONLY);
  code[1] = 9;
  if (pwrite(file, code, sizeof code, 0) == sizeof code)
    printf("%d ", function());
  code[1] = 3;
  (void)!pwrite(file, code, sizeof code, 0);
  close(file);
  unlink(name);
  const int memory = open("/proc/self/mem", O_RDWR);
  code[1] = 5;
  if (pwrite(memory, code, sizeof code, (off_t)(uintptr_t)function) == sizeof code)
    printf("%d ", function());
  madvise((void *)function, BYTES, MADV_DONTNEED);
  printf("%d\n", function());
}
