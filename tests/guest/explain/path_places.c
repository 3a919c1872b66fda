// SPDX-License-Identifier: GPL-2.0-or-later
// From the heap to a local variable, a field, by memcpy() to another block, and to a local variable that is used.
// needs: seep
// compare: no, Memcheck has no such option
// run: --explain=values
// expect: Conditional jump or move depends on uninitialised value(s)
// next: use (path_places.c:@use)
// expect: The value was in the local variable "used" of use(); it was stored there in use() (path_places.c:@loaded).
// expect: Before that, it was at offset 16 of a block allocated in main() (path_places.c:@second); it was stored there in copy() (path_places.c:@copied).
// expect: Before that, it was at offset 16 of a block allocated in main() (path_places.c:@first); it was stored there in fill() (path_places.c:@stored).
// expect: Before that, it was in the local variable "number" of fill(); it was stored there in fill() (path_places.c:@read).
// expect: Uninitialised value was created by a heap allocation
// expect: main (path_places.c:@made)
// reject: other place
#include <stdlib.h>
#include <string.h>
#include "guest.h"
struct part {
  long before[2];
  long number;
};
static NOINLINE void fill(struct part *part, const long *from)
{
  long number = *from; // @read
  part->number = number; // @stored
}
static NOINLINE void copy(struct part *to, const struct part *from)
{
  memcpy(to, from, sizeof *to); // @copied
}
static NOINLINE int use(const struct part *part)
{
  long used = part->number; // @loaded
  return used == 77 ? 1 : 2; // @use
}
int main(void)
{
  long *origin = malloc(1337); // @made
  struct part *first = calloc(1, sizeof *first); // @first
  struct part *second = calloc(1, sizeof *second); // @second
  fill(first, origin + 3);
  copy(second, first);
  use(second);
  free(origin);
  free(first);
  free(second);
  return 0;
}
