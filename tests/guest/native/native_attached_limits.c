// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: a program that has got all the address space, or all the descriptors, that it may have, but for so
// many MiB, or none. See native_attach_limits.sh.
// compare: no, it is Seep's own
// run: --checks=leaks
// stdout: ready
// stdout: 0 wrong
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { BLOCKS = 20000, BYTES = 48 };

static void *blocks[BLOCKS];

static void limit_memory(unsigned long mebibytes)
{
  unsigned long pages = 0;
  FILE *const file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%lu", &pages) != 1)
    abort();
  fclose(file);
  const rlim_t most = pages * 4096 + (mebibytes << 20);
  setrlimit(RLIMIT_AS, &(struct rlimit){most, most});
}

static void limit_descriptors(void)
{
  setrlimit(RLIMIT_NOFILE, &(struct rlimit){3, 3});
}

int main(int count, char **arguments)
{
  const struct timespec hundredth = {0, 10000000};
  int wrong = 0;
  for (int i = 0; i < BLOCKS; i++)
    blocks[i] = malloc(BYTES);
  if (count > 1 && strcmp(arguments[1], "descriptors") == 0)
    limit_descriptors();
  else if (count > 1)
    limit_memory(strtoul(arguments[1], NULL, 10));
  puts("ready");
  fflush(stdout);
  for (int i = 0; i < 6000 && count > 1 && access("over", F_OK) != 0; i++) {
    wrong += nanosleep(&hundredth, NULL) != 0;
    free(blocks[i % BLOCKS]);
    blocks[i % BLOCKS] = malloc(BYTES);
  }
  printf("%d wrong\n", wrong);
  return 0;
}
