// SPDX-License-Identifier: GPL-2.0-or-later
// A library of libunwind's name asks whether there is memory by writing a byte into a pipe; the same call elsewhere is a mistake.
// plugin:
// needs: seep
// compare: no, Memcheck has no entry for it
// run: --leak-check=no -- $BIN/libunwind_probe.so
// stdout: 1 0 1
// expect: Syscall param write(buf) points to uninitialised byte(s)
// next: at
// next: by main (libunwind_probe.c:@own)
// expect: ERROR SUMMARY: 1 errors from 1 contexts (suppressed: 2 from 2)
#include <sys/syscall.h>
#include <unistd.h>
#ifdef PLUGIN
int can_be_read(int pipe, const void *address)
{
  return syscall(SYS_write, pipe, address, 1L) == 1;
}
#else
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
int main(int argc, char **argv)
{
  int ends[2];
  int (*ask)(int, const void *) = (int (*)(int, const void *))dlsym(dlopen(argv[argc - 1], RTLD_NOW), "can_be_read");
  char *block = malloc(1337), *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pipe(ends) < 0)
    return 1;
  munmap(page, 4096);
  int is_block = ask(ends[1], block), is_page = ask(ends[1], page);
  long written = syscall(SYS_write, ends[1], block, 1L); // @own
  printf("%d %d %ld\n", is_block, is_page, written);
}
#endif
