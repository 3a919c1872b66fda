// SPDX-License-Identifier: GPL-2.0-or-later
// What stat() gives is defined; a structure that is too small for it is an error.
// build: -Wno-stringop-overflow
// run:
// expect: Syscall param fstatat(buf) points to unaddressable byte(s)
// reject: Conditional jump
#include <stdlib.h>
#include <sys/stat.h>
int main(void)
{
  struct stat *all = malloc(sizeof *all), *some = malloc(sizeof *some - 8);
  if (stat("/", all) < 0 || !S_ISDIR(all->st_mode) || all->st_mtim.tv_nsec < 0)
    return 1;
  stat("/", some);
  free(all);
  free(some);
}
