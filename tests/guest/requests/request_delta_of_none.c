// SPDX-License-Identifier: GPL-2.0-or-later
// A leak check that finds no block left is one that the next is compared with.
// needs: seep
// compare: no, Memcheck forgets the check that found nothing, and compares with the one before
// run: --leak-check=full
// expect: still reachable: 1,337 (+1,337) bytes in 1 (+1) blocks
// expect: All heap blocks were freed
// expect: still reachable: 1,337 (+1,337) bytes in 1 (+1) blocks
#include <stdlib.h>
#include <valgrind/memcheck.h>
static void *volatile kept;
int main(void)
{
  VALGRIND_DO_LEAK_CHECK;
  for (int i = 0; i < 2; i++) {
    kept = malloc(1337);
    VALGRIND_DO_ADDED_LEAK_CHECK;
    free(kept);
    VALGRIND_DO_ADDED_LEAK_CHECK;
  }
}
