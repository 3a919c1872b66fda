// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: a program whose malloc() gives nothing back before main(), and whose heap must begin where the data
// segment ends (as GNU Common Lisp, which has saved it in its file). The checker asks it for nothing, and gets nothing
// from the C library's heap.
// compare: no, it is Seep's own
// run: --checks=leaks
// stdout: 0 calls, 0 bytes
// expect: heap
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>
static int calls;
static char *first;
void *malloc(size_t bytes)
{
  calls++;
  return sbrk((long)(bytes + 15) / 16 * 16);
}
void *calloc(size_t count, size_t bytes)
{
  return malloc(count * bytes);
}
void free(void *block)
{
  calls += block != NULL;
}
void *realloc(void *block, size_t bytes)
{
  calls++;
  (void)block;
  (void)bytes;
  return NULL;
}
static void before_all(void)
{
  first = sbrk(0);
}
__attribute__((section(".preinit_array"), used)) static void (*const begin)(void) = before_all;
int main(void)
{
  char text[64];
  const long bytes = (char *)sbrk(0) - first;
  const int length = snprintf(text, sizeof text, "%d calls, %ld bytes\n", calls, bytes);
  return write(1, text, (size_t)length) != length;
}
