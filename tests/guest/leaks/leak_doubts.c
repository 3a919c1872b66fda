// SPDX-License-Identifier: GPL-2.0-or-later
// Pointers that are not followed do not keep a block, but the report says that they are there, and only where they are.
// needs: seep
// run:
// expect: 101 bytes in 1 blocks are possibly lost
// expect: All pointers found lead 1 byte into it, as with a tag in their low bits
// expect: 102 bytes in 1 blocks are definitely lost
// expect: A word has its address and something else in the upper 16 bits, as a tagged pointer has
// expect: 103 bytes in 1 blocks are definitely lost
// expect: Its address is in memory, but not in an aligned word, as in a packed structure
// expect: 104 bytes in 1 blocks are definitely lost
// expect: A pointer leads to its end
// expect: 105 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by take
// next: by main
// next: /^Finding/
// expect: 106 bytes in 1 blocks are possibly lost
// next: at malloc
// next: by take
// next: by main
// next: /^Finding/
// expect: 240 bytes in 5 blocks are possibly lost
// expect: For each of 5 blocks: all pointers found lead 40 bytes into it, as to a node of an intrusive list
// expect: possibly lost: 447 bytes in 7 blocks
// run: --personality=memcheck --leak-check=full
// expect: 101 bytes in 1 blocks are possibly lost
// expect: 240 bytes in 5 blocks are possibly lost
// reject: All pointers
// reject: all pointers
#include "guest.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct node {
  struct node *next;
};
struct object {
  char name[40];
  struct node node;
};
static volatile uintptr_t low, high;
static char packed[64];
static char *volatile end, *volatile first, *volatile second;
static struct node list;
static NOINLINE void take(void)
{
  low = (uintptr_t)malloc(101) | 1;
  high = (uintptr_t)malloc(102) | UINT64_C(0xbeef) << 48;
  void *block = malloc(103);
  memcpy(packed + 3, &block, sizeof block);
  end = (char *)malloc(104) + 104;
  block = malloc(105);
  block = malloc(106);
  first = (char *)block + 16;
  second = (char *)block + 32;
  block = NULL;
}
static NOINLINE void link_objects(void)
{
  for (int i = 0; i < 5; i++) {
    struct object *object = malloc(sizeof *object);
    object->node.next = list.next;
    list.next = &object->node;
  }
}
int main(void)
{
  take();
  link_objects();
  scrub();
}
