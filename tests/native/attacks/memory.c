// SPDX-License-Identifier: GPL-2.0-or-later
// memory LIMIT MIB [BLOCK_BYTES]: it may have so much memory (as address space, data), takes all of it in blocks that
// it loses, gives what it can back, and ends in order.
#include "attack.h"
#include <sys/resource.h>

enum { BLOCKS_MAX = 200000, KEPT = 1000 };

static void *kept[KEPT];

int main(int count, char **arguments)
{
  const rlim_t bytes = (rlim_t)number_of(count, arguments, 2) << 20;
  const struct rlimit limit = {bytes, bytes};
  const size_t size = count > 3 ? (size_t)number_of(count, arguments, 3) : 24;
  const int is_data = count > 1 && strcmp(arguments[1], "data") == 0;
  int kept_count = 0;
  if (setrlimit(is_data ? RLIMIT_DATA : RLIMIT_AS, &limit) != 0)
    return 95;
  while (kept_count < KEPT && (kept[kept_count] = malloc(size)))
    kept_count++;
  for (int i = 0; i < BLOCKS_MAX && lost_blocks == (size_t)i; i++)
    lose(size);
  for (int i = 0; i < kept_count; i++)
    free(kept[i]);
  if (write(STDOUT_FILENO, "done\n", 5) != 5)
    return 95;
  tell();
  forget();
  return 3;
}
