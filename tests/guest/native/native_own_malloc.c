// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: a program with a malloc() of its own, which nothing can stand in front of: its heap is not seen, so
// nothing is said of leaks.
// compare: no, it is Seep's own
// run: --checks=leaks
// stdout: own
// expect: heap
// reject: no leaks
// reject: All heap blocks were freed
#include <stddef.h>
#include <unistd.h>
static char arena[65536] __attribute__((aligned(16)));
static size_t used;
void *malloc(size_t size)
{
  const size_t offset = used;
  used += (size + 15) / 16 * 16;
  return used <= sizeof arena ? arena + offset : NULL;
}
void free(void *block)
{
  (void)block;
}
int main(void)
{
  void *volatile lost = malloc(1337);
  lost = NULL;
  write(1, "own\n", 4);
  return 0;
}
