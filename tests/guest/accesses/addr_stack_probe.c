// SPDX-License-Identifier: GPL-2.0-or-later
// Code that the program writes touches its stack a whole number of pages below the stack pointer, as virtual machines have it do,
// and then elsewhere below.
// run:
// expect: Invalid write of size 4
// next: at ???
// expect: 4100 bytes below stack pointer
// expect: ERROR SUMMARY: 1 errors from 1 contexts
#include <string.h>
#include <sys/mman.h>
int main(void)
{
  const unsigned char probes[] = {0x89, 0x84, 0x24, 0x00, 0xf0, 0xff, 0xff,  // mov %eax,-4096(%rsp)
                                  0x89, 0x84, 0x24, 0x00, 0xe0, 0xff, 0xff,  // mov %eax,-8192(%rsp)
                                  0x89, 0x84, 0x24, 0xfc, 0xef, 0xff, 0xff,  // mov %eax,-4100(%rsp)
                                  0xc3};
  unsigned char *page = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy(page, probes, sizeof probes);
  ((void (*)(void))(void *)page)();
}
