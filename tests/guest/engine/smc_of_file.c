// SPDX-License-Identifier: GPL-2.0-or-later
// Code of a file in memory that is written to where it is mapped a second time, by write() and by a child, is seen to change.
// run:
// only: seep
// stdout: 4950 4950 10
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --engine=precise
// only: seep
// stdout: 4950 4950 10
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --smc-check=all
// only: seep
// stdout: 4950 4950 10
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BYTES = 4096 };

static int by_child(int file, char number)
{
  if (fork() == 0)
    _exit(pwrite(file, &number, 1, 1) != 1);
  int status;
  wait(&status);
  return status == 0;
}

int main(void)
{
  static const unsigned char code[] = {0xb8, 7, 0, 0, 0, 0xc3}; /* mov $7, %eax; ret */
  const int file = memfd_create("code", 0);
  if (ftruncate(file, BYTES) < 0)
    return 1;
  char *const written = mmap(0, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  memcpy(written, code, sizeof code);
  int (*const function)(void) = (int (*)(void))mmap(0, BYTES, PROT_READ | PROT_EXEC, MAP_SHARED, file, 0);
  int sums[3] = {0};
  for (int i = 0; i < 100; i++) {
    written[1] = (char)i;
    sums[0] += function();
  }
  for (int i = 0; i < 100; i++) {
    const char number = (char)i;
    sums[1] += pwrite(file, &number, 1, 1) == 1 ? function() : 0;
  }
  for (int i = 0; i < 5; i++)
    sums[2] += by_child(file, (char)i) ? function() : 0;
  printf("%d %d %d\n", sums[0], sums[1], sums[2]);
}
