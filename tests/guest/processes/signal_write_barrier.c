// SPDX-License-Identifier: GPL-2.0-or-later
// A store into a protected page is made once more when the handler has unprotected it. Registers keep what is known of them.
// run:
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at main (signal_write_barrier.c:@register)
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <signal.h>
#include <sys/mman.h>

#include "undefined.h"

enum { PAGE_BYTES = 4096 };
static long *page;

static void unprotect(int number)
{
  (void)number;
  mprotect(page, PAGE_BYTES, PROT_READ | PROT_WRITE);
}

int main(void)
{
  long *p = undefined(8), kept;
  page = mmap(NULL, PAGE_BYTES, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  signal(SIGSEGV, unprotect);
  // The jump ends a block: within one, the core has not all registers at hand when memory faults.
  __asm__ volatile("mov (%1), %%r12; test %1, %1; js 1f; 1: movq $7, (%2); mov %%r12, %0" : "=r"(kept) :
                   "r"(p), "r"(page) : "r12", "memory");
  DECIDE(page[0] == 7);
  DECIDE(kept == 5); // @register
}
