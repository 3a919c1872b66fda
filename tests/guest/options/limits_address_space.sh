# SPDX-License-Identifier: GPL-2.0-or-later
# Where address space or data are limited, a program that Memcheck can check can be checked. Tables that are mostly
# empty take no room, and where not even what is needed is there, a sentence says so.
# needs: seep
. "$SRC/lib.sh"
cat > blocks.c <<'C'
#include <stdlib.h>
static void **blocks;
int main(int argc, char **argv)
{
  int count = atoi(argv[1]);
  blocks = malloc(count * sizeof *blocks);
  for (int i = 0; i < count; i++)
    blocks[i] = malloc(16);
  volatile char *lost = malloc(1337);
  lost = NULL;
  return blocks[0] == NULL;
}
C
cc -g -O0 -w -o blocks blocks.c

# What was refused is there once something else is given back.
cat > again.c <<'C'
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>
enum { BYTES = 400 << 20 };
static int is_refused(void) { void *block = malloc(BYTES); free(block); return block == NULL; }
int main(int argc, char **argv)
{
  char *held = mmap(NULL, BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (held == MAP_FAILED || !is_refused())
    return 1;
  if (argc == 1 ? munmap(held, BYTES) != 0 : mremap(held, BYTES, 4096, 0) != held)
    return 2;
  return is_refused() ? 3 : 0;
}
C
cc -g -O0 -w -o again again.c
(ulimit -v 750000; status 0 checker ./again 2>report; status 0 checker ./again by-mremap 2>report)

(ulimit -v 400000; status 0 checker ./blocks 1000000 2>report)
expect report "1,337 bytes in 1 blocks are definitely lost" "ERROR SUMMARY: 1 errors"
(ulimit -d 115000; status 0 checker ./blocks 1000 2>report)
expect report "1,337 bytes in 1 blocks are definitely lost" "ERROR SUMMARY: 1 errors"
(ulimit -v 200000; status 125 checker ./blocks 3000000 2>report)
expect report "Seep has run out of memory" "Its address space is limited to 200,000 kB"
(ulimit -v 60000; status 125 checker ./blocks 1 2>report)
expect report "Seep has run out of memory" "Its address space is limited to 60,000 kB \(ulimit -v\)"
(ulimit -v 20000; status 125 checker ./blocks 1 2>report)
expect report "Its address space is limited to 20,000 kB"
(ulimit -d 60000; status 125 checker --log-file=log ./blocks 1 2>report)
expect log "Its data is limited to 60,000 kB \(ulimit -d\)"
