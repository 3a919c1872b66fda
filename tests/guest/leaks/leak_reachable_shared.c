// SPDX-License-Identifier: GPL-2.0-or-later
// A pointer in shared memory that a child has never touched: it is the parent's page, and holds the block in both.
// run: --leak-check=full --count-inherited=yes
// expect: still reachable: 1,337 bytes in 1 blocks
// expect: still reachable: 1,337 bytes in 1 blocks
// compare: no, the reports of two processes
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
  const size_t bytes = 256 << 20;
  char *shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  *(void **)(shared + bytes / 2 + 4096) = malloc(1337);
  if (fork() != 0)
    wait(NULL);
}
