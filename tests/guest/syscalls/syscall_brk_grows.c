// SPDX-License-Identifier: GPL-2.0-or-later
// The data segment grows until another mapping is in the way, by far more than the 8 MiB that Valgrind allows for.
// What it gives back is not mapped any more, and zero when it comes back. A limit that the program sets itself
// counts.
// again: at_fixed_addresses -no-pie
// compare: no, Memcheck's data segment ends at 8 MiB
// run: -q
// stdout: 931337 KiB; too much refused; what is given back not mapped, then zero
// stdout: beyond the limit refused; up to a mapping granted, into it refused
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { BYTES = 931337 << 10, LESS = 13337, PAGE = 4096 };

/* No other function may move it meanwhile. */
static char *set_end(char *end)
{
  return (char *)syscall(SYS_brk, end);
}

static const char *word(int is_refused)
{
  return is_refused ? "refused" : "granted";
}

int main(void)
{
  static char buffer[4096];
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  char *const start = sbrk(0), *const page = (char *)(((uintptr_t)start + LESS + PAGE - 1) & ~(uintptr_t)(PAGE - 1));
  const int is_large = set_end(start + BYTES) == start + BYTES;
  start[BYTES - 1] = page[1337] = 1;
  printf("%d KiB; too much %s; ", is_large * BYTES >> 10, word(set_end(start + ((intptr_t)1 << 59)) == start + BYTES));
  set_end(start + LESS);
  printf("what is given back %s, ", msync(page, 1, MS_ASYNC) == 0 ? "mapped" : "not mapped");
  set_end(start + BYTES);
  const char *volatile again = page;
  printf("then %s\n", again[1337] == 0 ? "zero" : "as it was");
  set_end(start + LESS);
  const struct rlimit limit = {1 << 20, RLIM_INFINITY}, none = {RLIM_INFINITY, RLIM_INFINITY};
  setrlimit(RLIMIT_DATA, &limit);
  printf("beyond the limit %s; ", word(set_end(start + (2 << 20)) == start + LESS));
  setrlimit(RLIMIT_DATA, &none);
  char *const other = mmap(page + (10 << 20), PAGE, PROT_NONE, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  printf("up to a mapping %s, ", word(set_end(other - PAGE) != other - PAGE));
  printf("into it %s\n", word(set_end(other + PAGE) == other - PAGE));
  return 0;
}
