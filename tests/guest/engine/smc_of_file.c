// SPDX-License-Identifier: GPL-2.0-or-later
// Code of a file that is written to where it is mapped a second time: --smc-check=all sees it.
// run: --smc-check=all
// stdout: 4950
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { BYTES = 4096 };

int main(void)
{
  static const unsigned char code[] = {0xb8, 7, 0, 0, 0, 0xc3}; /* mov $7, %eax; ret */
  const int file = memfd_create("code", 0);
  if (ftruncate(file, BYTES) < 0)
    return 1;
  char *const written = mmap(0, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  memcpy(written, code, sizeof code);
  int (*const function)(void) = (int (*)(void))mmap(0, BYTES, PROT_READ | PROT_EXEC, MAP_SHARED, file, 0);
  int sum = 0;
  for (int i = 0; i < 100; i++) {
    written[1] = (char)i;
    sum += function();
  }
  printf("%d\n", sum);
}
