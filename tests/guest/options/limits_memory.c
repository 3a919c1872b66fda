// SPDX-License-Identifier: GPL-2.0-or-later
// A program limits its own address space: malloc and mmap tell it that there is no more, and it goes on. It lowers the hard limit of
// its descriptors, too, as servers do. Programs that it executes have the limits that it set.
// run:
// limit: 20
// stdout: 300 MiB, no memory, granted
// stdout: 307200
// stdout: 57 of 57, EMFILE
// expect: total heap usage
// expect: ERROR SUMMARY: 0 errors
// compare: no, with Memcheck the hard limit of descriptors remains
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum { LIMIT = 300 << 20, BLOCKS = 1000 };

static void limit_memory(void)
{
  static void *blocks[BLOCKS];
  const struct rlimit limit = {LIMIT, RLIM_INFINITY};
  struct rlimit found = {0};
  int count = 0;
  setrlimit(RLIMIT_AS, &limit);
  getrlimit(RLIMIT_AS, &found);
  while (count < BLOCKS && (blocks[count] = malloc(1 << 20)))
    count++;
  void *refused = mmap(NULL, 200 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const int is_refused = count > 150 && count < 300 && refused == MAP_FAILED && errno == ENOMEM;
  while (count-- > 0)
    free(blocks[count]);
  printf("%lu MiB, %s, ", (unsigned long)found.rlim_cur >> 20, is_refused ? "no memory" : "?");
  printf("%s\n", mmap(NULL, 13370, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED ? "granted" : "?");
}

static void limit_descriptors(void)
{
  const struct rlimit limit = {57, 57};
  struct rlimit found = {0};
  setrlimit(RLIMIT_NOFILE, &limit);
  getrlimit(RLIMIT_NOFILE, &found);
  int last = 0;
  for (int fd; (fd = open("/dev/null", O_RDONLY)) >= 0;)
    last = fd;
  printf("%lu of %lu, %s\n", (unsigned long)found.rlim_cur, (unsigned long)found.rlim_max,
         last == 56 && errno == EMFILE ? "EMFILE" : "?");
}

int main(void)
{
  setvbuf(stdout, NULL, _IONBF, 0);
  limit_memory();
  if (system("ulimit -v") != 0)
    return 1;
  limit_descriptors();
}
