// SPDX-License-Identifier: GPL-2.0-or-later
// A function that begins in one file's mapping and ends in that of another, which is replaced again and again.
// run:
// stdout: 100 150 100 150
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --engine=direct
// only: seep
// stdout: 100 150 100 150
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, MOVE_BYTES = 5 };

static int file_with(const void *code, int bytes, int at)
{
  int fd = memfd_create("code", 0);
  return ftruncate(fd, PAGE) == 0 && pwrite(fd, code, bytes, at) == bytes ? fd : -1;
}

int main(void)
{
  static const unsigned char one[] = {0xb8, 1, 0, 0, 0}, add_one[] = {0x83, 0xc0, 1, 0xc3}, add_two[] = {0x83, 0xc0, 2, 0xc3};
  int first = file_with(one, MOVE_BYTES, PAGE - MOVE_BYTES);
  int others[] = {file_with(add_one, sizeof add_one, 0), file_with(add_two, sizeof add_two, 0)};
  char *place = mmap(0, 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mmap(place, PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, first, 0);
  int (*function)(void) = (int (*)(void))(place + PAGE - MOVE_BYTES);
  for (int i = 0; i < 4; i++) {
    int sum = 0;
    mmap(place + PAGE, PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, others[i % 2], 0);
    for (int k = 0; k < 50; k++)
      sum += function();
    printf("%d%c", sum, i == 3 ? '\n' : ' ');
  }
}
