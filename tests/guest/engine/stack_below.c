// SPDX-License-Identifier: GPL-2.0-or-later
// Below the stack pointer there is what the program has left there, as natively: what it does with undefined values is the same by
// all engines.
// run:
// stdout: 100 of 100
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdio.h>
#include <valgrind/memcheck.h>

int finds_return_address(void);

__asm__(".text\n"
        "does_nothing: ret\n"
        "finds_return_address: xor %eax, %eax\n"
        "  call does_nothing\n"
        "1: mov -8(%rsp), %rdx\n"
        "  lea 1b(%rip), %rcx\n"
        "  cmp %rcx, %rdx\n"
        "  sete %al\n"
        "  ret\n");

int main(void)
{
  int count = 0;
  for (int i = 0; i < 100; i++) {
    int found = finds_return_address();
    (void)VALGRIND_MAKE_MEM_DEFINED(&found, sizeof found);
    count += found;
  }
  printf("%d of 100\n", count);
}
