// SPDX-License-Identifier: GPL-2.0-or-later
// Text that was made writable, with functions that change the instruction they are about to execute.
// run:
// only: seep
// stdout: 499500 2200
// expect: ERROR SUMMARY: 0 errors from 0 contexts
// run: --engine=precise
// only: seep
// stdout: 499500 2200
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

int same(int x), sum_of(int x);
__asm__(".pushsection page_of_its_own, \"ax\", @progbits\n.balign 4096\n"
        "same: mov %edi, 1f + 1(%rip)\n\tjmp 1f\n1: mov $0, %eax\n\tret\n"
        "sum_of: movl $0, 1f + 1(%rip)\n\tmov $10, %ecx\n\txor %eax, %eax\n"
        "2: add %edi, 1f + 1(%rip)\n1: add $0x1000000, %eax\n\tnop\n\tdec %ecx\n\tjnz 2b\n\tret\n"
        ".balign 4096\n.popsection");

int main(void)
{
  int sum = 0;
  if (mprotect((void *)((uintptr_t)same & -4096ul), 4096, PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
    return 1;
  for (int i = 0; i < 1000; i++)
    sum += same(i);
  printf("%d %d\n", sum, sum_of(40));
}
