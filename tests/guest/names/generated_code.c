// SPDX-License-Identifier: GPL-2.0-or-later
// Code that the program makes while it runs is named after the file whose code asked for its memory; entries may say so, or what
// Memcheck's entries say.
// plugin:
// needs: seep
// compare: no, Memcheck has no name for such code
// file: made.supp
//| {
//|    by the maker
//|    #: reads: past-end
//|    Memcheck:Addr8
//|    obj:code made by generated_*.so
//| }
// file: unknown.supp
//| {
//|    by nobody
//|    Memcheck:Addr8
//|    obj:???
//| }
// run: --leak-check=no -- $BIN/generated_code.so
// stdout: done
// expect: /Invalid read of size 8/
// next: ??? (in code made by generated_code.so)
// expect: Address
// next: at
// next: main (generated_code.c
// expect: /Invalid read of size 8/
// next: ??? (in code made by generated_code.so)
// expect: /Invalid read of size 8/
// next: ??? (in code made by generated_code)
// expect: /Invalid read of size 8/
// next: ??? (in code made by generated_code)
// expect: ERROR SUMMARY: 5 errors from 4 contexts
// run: --leak-check=no --suppressions=made.supp -- $BIN/generated_code.so
// expect: /Invalid read of size 8/
// expect: is 0 bytes inside a block of size 1,337 free'd
// expect: ERROR SUMMARY: 4 errors from 3 contexts (suppressed: 1 from 1)
// run: --leak-check=no --suppressions=unknown.supp -- $BIN/generated_code.so
// expect: ERROR SUMMARY: 0 errors from 0 contexts (suppressed: 5 from 4)
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
// mov (%rdi),%rax; ret
static const unsigned char load[] = {0x48, 0x8b, 0x07, 0xc3};
#ifdef PLUGIN
/* Two functions, the second of which is made executable later; their memory lies side by side. */
void make(long (*ret[2])(const void *))
{
  unsigned char *code = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (int i = 0; i < 2; i++) {
    memcpy(code + 4096 * i, load, sizeof load);
    mprotect(code + 4096 * i, 4096, PROT_READ | PROT_EXEC);
    ret[i] = (void *)(code + 4096 * i);
  }
}
#else
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
  long (*made[2])(const void *), (*own)(const void *);
  void (*make)(long (*[2])(const void *)) = (void (*)(long (*[2])(const void *)))dlsym(dlopen(argv[argc - 1], RTLD_NOW), "make");
  char *block = malloc(1337);
  memset(block, 0, 1337);
  make(made);
  made[0](block + 1333);
  free(block);
  made[1](block);
  munmap((void *)made[0], 8192);
  own = mmap((void *)made[0], 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  memcpy((void *)own, load, sizeof load);
  own(block + 8);
  own(block + 16);
  int file = memfd_create("code", 0);
  if (ftruncate(file, 4096) < 0)
    return 1;
  memcpy(mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), load, sizeof load);
  own = mmap(0, 4096, PROT_READ | PROT_EXEC, MAP_SHARED, file, 0);
  own(block + 24);
  puts("done");
}
#endif
