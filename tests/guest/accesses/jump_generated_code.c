// SPDX-License-Identifier: GPL-2.0-or-later
// Code that the program writes runs, and may be replaced.
// run:
// reject: Jump
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <string.h>
#include <sys/mman.h>
#include <valgrind/valgrind.h>
int main(void)
{
  unsigned char code[] = {0xb8, 7, 0, 0, 0, 0xc3};
  unsigned char *page = mmap((void *)0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy(page, code, sizeof code);
  int first = ((int (*)(void))(void *)page)();
  page[1] = 9;
  VALGRIND_DISCARD_TRANSLATIONS(page, sizeof code);
  int second = ((int (*)(void))(void *)page)();
  return first == 7 && second == 9 ? 0 : 1;
}
