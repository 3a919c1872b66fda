// SPDX-License-Identifier: GPL-2.0-or-later
// Memory that cannot be accessed although nothing is wrong with it otherwise: the fault is the program's, at the byte
// it is at, and a handler that makes the page accessible lets the copy end well.
// build: -g -O0 -fno-builtin -U_FORTIFY_SOURCE
// run: --vex-iropt-register-updates=allregs-at-mem-access
// stdout: read-only page: handled, copied
// stdout: overlapping down: handled, copied
// stdout: overlapping up: handled, copied
// stdout: filled: handled, filled
// stdout: end of file: SIGBUS
// expect: ERROR SUMMARY: 0 errors
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };
static char *pages;
static volatile int handled;
static sigjmp_buf out;

static void on_fault(int signal, siginfo_t *info, void *context)
{
  if (signal == SIGBUS)
    siglongjmp(out, 1);
  handled++;
  mprotect((void *)((uintptr_t)info->si_addr & ~(uintptr_t)(PAGE - 1)), PAGE, PROT_READ | PROT_WRITE);
}

static void prepare(void)
{
  mprotect(pages, 4 * PAGE, PROT_READ | PROT_WRITE);
  for (int i = 0; i < 4 * PAGE; i++)
    pages[i] = (char)(i * 7 + i / 256);
  handled = 0;
}

static const char *result(const char *start, const char *expected, size_t bytes)
{
  for (size_t i = 0; i < bytes; i++)
    if (start[i] != expected[i])
      return "wrong";
  return "copied";
}

int main(void)
{
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
  pages = mmap(NULL, 4 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  static char source[4 * PAGE], expected[4 * PAGE];
  for (int i = 0; i < 4 * PAGE; i++)
    source[i] = (char)(i * 3);

  prepare();
  mprotect(pages + PAGE, PAGE, PROT_READ);
  memcpy(pages + 100, source, 2 * PAGE);
  printf("read-only page: %s, %s\n", handled == 1 ? "handled" : "not handled", result(pages + 100, source, 2 * PAGE));

  prepare();
  memmove(expected, pages, sizeof expected);
  memmove(expected + 50, expected + 1000, 2 * PAGE);
  mprotect(pages + PAGE, PAGE, PROT_READ);
  memmove(pages + 50, pages + 1000, 2 * PAGE);
  printf("overlapping down: %s, %s\n", handled == 1 ? "handled" : "not handled", result(pages, expected, 4 * PAGE));

  prepare();
  memmove(expected, pages, sizeof expected);
  memmove(expected + 1000, expected + 50, 2 * PAGE);
  mprotect(pages + PAGE, PAGE, PROT_READ);
  memmove(pages + 1000, pages + 50, 2 * PAGE);
  printf("overlapping up: %s, %s\n", handled == 1 ? "handled" : "not handled", result(pages, expected, 4 * PAGE));

  prepare();
  mprotect(pages + PAGE, PAGE, PROT_READ);
  memset(pages + 10, 'x', 3 * PAGE);
  memset(expected, 'x', sizeof expected);
  printf("filled: %s, %s\n", handled == 1 ? "handled" : "not handled",
         strcmp(result(pages + 10, expected, 3 * PAGE), "copied") == 0 ? "filled" : "wrong");

  FILE *file = tmpfile();
  if (ftruncate(fileno(file), PAGE) != 0)
    return 1;
  char *mapped = mmap(NULL, 2 * PAGE, PROT_READ, MAP_SHARED, fileno(file), 0);
  if (sigsetjmp(out, 1) == 0) {
    memcpy(source, mapped, 2 * PAGE);
    puts("end of file: nothing");
  } else {
    puts("end of file: SIGBUS");
  }
}
