/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What functions have left on the stack would lie in the frames of exit(), which the leak check searches: pointers that
 * nobody has any more. So the stack below is cleared when main() returns, and when exit() is called. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

#include "native/door.h"
#include "native/next_functions.h"
#include "native/process.h"
#include "shared/base/raw_syscalls.h"

extern char *__libc_stack_end;

enum { CLEARED_BYTES = 1 << 14, MAIN_STACK_BYTES = 1 << 20, PAGE_BYTES = 4096 };

typedef int main_function(int count, char **arguments, char **variables);
static main_function *main_of_program;

static __attribute__((noinline)) void clear_words(void)
{
  char words[CLEARED_BYTES];
  memset(words, 0, sizeof words);
  __asm__ volatile("" : : "r"(words) : "memory");
}

/* The first thread's stack has nothing but a gap below it, so it is enough that so much is mapped. */
static bool is_main_with_room(uint64_t sp)
{
  unsigned char pages[2 * CLEARED_BYTES / PAGE_BYTES];
  const uint64_t end = (uint64_t)__libc_stack_end, first = (sp - 2 * CLEARED_BYTES) & ~(uint64_t)(PAGE_BYTES - 1);
  return sp < end && end - sp < MAIN_STACK_BYTES &&
         raw_syscall(SYS_mincore, (long)first, sizeof pages * PAGE_BYTES, (long)pages, 0, 0, 0) == 0;
}

/* Stacks of threads can be small, and others be in front of them. */
static bool has_room(uint64_t sp)
{
  uint64_t start = sp, end = sp;
  process_find_mapping(sp, &start, &end);
  return sp - start > 2 * CLEARED_BYTES;
}

/* Who is not watched may have restricted its system calls. */
static void clear_stack(void)
{
  const uint64_t sp = (uint64_t)__builtin_frame_address(0);
  if (process_is_watched() && (is_main_with_room(sp) || has_room(sp)))
    clear_words();
}

static int run_main(int count, char **arguments, char **variables)
{
  const int status = main_of_program(count, arguments, variables);
  clear_stack();
  return status;
}

typedef int start_function(main_function *run, int count, char **arguments, void (*init)(void), void (*fini)(void),
                           void (*at_exit)(void), void *stack_end);

int __libc_start_main(main_function *run, int count, char **arguments, void (*init)(void), void (*fini)(void),
                      void (*at_exit)(void), void *stack_end);

/* No door, as it is called with an aligned stack: frames that align it have no rule. */
__attribute__((visibility("default"))) int __libc_start_main(main_function *run, int count, char **arguments,
                                                             void (*init)(void), void (*fini)(void),
                                                             void (*at_exit)(void), void *stack_end)
{
  start_function *const next = (start_function *)next_functions_get("__libc_start_main");
  main_of_program = run;
  return next(process_is_watched() ? run_main : run, count, arguments, init, fini, at_exit, stack_end);
}

DOOR void exit(int status)
{
  void (*const next)(int) = (void (*)(int))next_functions_get("exit");
  clear_stack();
  next(status);
  __builtin_unreachable();
}
