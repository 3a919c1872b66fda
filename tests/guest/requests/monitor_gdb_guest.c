// SPDX-License-Identifier: GPL-2.0-or-later
// Stops where gdb can look at a register that is partly undefined, then writes a variable that gdb watches, with a page that cannot be
// read; a script runs it.
#include "closed_page.h"
#include "guest.h"
#include <stdlib.h>
int watched = 1;
char *closed;
void *kept;
static NOINLINE void stop_here(void)
{
  __asm__ volatile("" ::: "memory");
}
int main(void)
{
  static volatile unsigned long value = 5;
  kept = malloc(77);
  closed = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  close_page(closed);
  VALGRIND_MAKE_MEM_UNDEFINED(&value, 1);
  register unsigned long undefined __asm__("rax") = value;
  __asm__ volatile("call *%1" : "+a"(undefined) : "r"(stop_here) : "memory", "rcx", "rdx", "cc");
  watched = 2;
  free(kept);
  return 7;
}
