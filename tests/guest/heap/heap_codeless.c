// SPDX-License-Identifier: GPL-2.0-or-later
// Blocks of code that is in no file: the program writes a function that calls malloc, and calls it from different places.
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
void *kept[3];
/* push %rbp; mov %rsp,%rbp; movabs $malloc,%rax; call *%rax; pop %rbp; ret */
static void *(*write_code(void))(size_t)
{
  unsigned char code[] = {0x55, 0x48, 0x89, 0xe5, 0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xd0, 0x5d, 0xc3};
  const uintptr_t target = (uintptr_t)malloc;
  char *place = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy(code + 6, &target, sizeof target);
  memcpy(place, code, sizeof code);
  return (void *(*)(size_t))(uintptr_t)place;
}
static void fill(void *(*make)(size_t))
{
  kept[1] = make(337);
}
int main(void)
{
  void *(*make)(size_t) = write_code();
  kept[0] = make(1337);
  fill(make);
  kept[2] = malloc(37);
}
