// SPDX-License-Identifier: GPL-2.0-or-later
// pvalloc gives whole pages, aligned to a page.
// needs: seep
// compare: no, Memcheck ends a program that calls pvalloc
// run: --show-leak-kinds=reachable
// stdout: page aligned
// expect: 8,192 bytes in 1 blocks are still reachable
// next: at pvalloc
// next: by main (heap_pvalloc.c:@pvalloc)
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
void *kept;
int main(void)
{
  kept = pvalloc(5000); // @pvalloc
  puts((uintptr_t)kept % 4096 == 0 ? "page aligned" : "not aligned");
}
