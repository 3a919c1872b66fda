// SPDX-License-Identifier: GPL-2.0-or-later
// Code of a mapped file that is changed in memory: the cache holds it in both forms (cache_warm.sh runs it twice).
// plugin:
// run: -- $BIN/cache_patched_library.so
// stdout: 1 2 1
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#ifdef PLUGIN
__attribute__((naked)) int number(void)
{
  __asm__("movl $1, %eax\n\tret");
}
#else
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <valgrind/valgrind.h>
static int number_after(unsigned char *code, unsigned char patch)
{
  void *page = (void *)((uintptr_t)code & ~(uintptr_t)4095);
  mprotect(page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC);
  code[1] = patch;
  mprotect(page, 8192, PROT_READ | PROT_EXEC);
  VALGRIND_DISCARD_TRANSLATIONS(code, 6);
  return ((int (*)(void))code)();
}
int main(int argc, char **argv)
{
  void *library = dlopen(argv[argc - 1], RTLD_NOW);
  unsigned char *code = dlsym(library, "number");
  int first = ((int (*)(void))code)(), second = number_after(code, 2);
  printf("%d %d %d\n", first, second, number_after(code, 1));
}
#endif
