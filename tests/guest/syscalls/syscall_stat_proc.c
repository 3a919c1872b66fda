// SPDX-License-Identifier: GPL-2.0-or-later
// What is said of open files of /proc is what the kernel says of these, also of those that the checker mends.
// run:
// stdout: maps: size 0, like the path's 1, 1, 1
// stdout: smaps: size 0, like the path's 1, 1, 1
// stdout: status: size 0, like the path's 1, 1, 1
// stdout: limits: size 0, like the path's 1, 1, 1
// stdout: stat: size 0, like the path's 1, 1, 1
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int is_like(const struct stat *a, const struct stat *b)
{
  return a->st_dev == b->st_dev && a->st_mode == b->st_mode && a->st_size == b->st_size &&
         a->st_blksize == b->st_blksize && a->st_blocks == b->st_blocks;
}

int main(void)
{
  static const char *const names[] = {"maps", "smaps", "status", "limits", "stat"};
  for (int i = 0; i < 5; i++) {
    char path[64];
    struct stat by_path = {0}, by_file = {0}, by_empty_path = {0};
    struct statx extended = {0};
    snprintf(path, sizeof path, "/proc/self/%s", names[i]);
    const int file = open(path, O_RDONLY);
    stat(path, &by_path);
    syscall(SYS_fstat, file, &by_file);
    syscall(SYS_newfstatat, file, "", &by_empty_path, AT_EMPTY_PATH);
    statx(file, "", AT_EMPTY_PATH, STATX_BASIC_STATS, &extended);
    printf("%s: size %ld, like the path's %d, %d, %d\n", names[i], (long)by_file.st_size, is_like(&by_file, &by_path),
           is_like(&by_empty_path, &by_path),
           extended.stx_size == 0 && extended.stx_blksize == by_path.st_blksize && extended.stx_mode == by_path.st_mode);
  }
  return 0;
}
