// SPDX-License-Identifier: GPL-2.0-or-later
// A repeated string instruction faults in the middle; the handler opens the page, and it goes on where it was, with data that is
// defined or not.
// compare: no, under Memcheck an element is left out
// run:
// stdout: 56 of 56 were right
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <valgrind/memcheck.h>

enum { PAGE = 4096, BYTES = 2 * PAGE };

static int faults;

static void open_page(int signal, siginfo_t *info, void *context)
{
  (void)signal;
  (void)context;
  faults++;
  mprotect((void *)((uintptr_t)info->si_addr & -PAGE), PAGE, PROT_READ | PROT_WRITE);
}

struct registers {
  char *to, *from;
  long count;
};

#define REPEATED(name, instruction)                                                                      \
  static void name(struct registers *at)                                                                 \
  {                                                                                                      \
    __asm__ volatile("rep " instruction                                                                  \
                     : "+D"(at->to), "+S"(at->from), "+c"(at->count) : "a"(0x0101010101010101) : "memory"); \
  }
REPEATED(move_1, "movsb")
REPEATED(move_2, "movsw")
REPEATED(move_4, "movsl")
REPEATED(move_8, "movsq")
REPEATED(fill_1, "stosb")
REPEATED(fill_4, "stosl")
REPEATED(fill_8, "stosq")

static const struct instruction {
  void (*run)(struct registers *at);
  int size;
  int moves;
} instructions[] = {{move_1, 1, 1}, {move_2, 2, 1}, {move_4, 4, 1}, {move_8, 8, 1}, {fill_1, 1, 0}, {fill_4, 4, 0}, {fill_8, 8, 0}};

static char *pages(void)
{
  return mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

/* The elements lie across the border of the pages; the second page of what is read or written is closed. */
static int is_right(const struct instruction *instruction, int count, int closes_source, int is_defined)
{
  static char expected[BYTES];
  const int bytes = count * instruction->size;
  char *from = pages(), *to = pages(), *from_start = from + PAGE - bytes / 2, *to_start = to + PAGE - bytes / 2;
  for (int i = 0; i < BYTES; i++)
    from[i] = expected[i] = instruction->moves ? (char)(i * 7 + i / 251) : 1;
  if (!is_defined)
    (void)VALGRIND_MAKE_MEM_UNDEFINED(from, BYTES);
  mprotect((closes_source ? from : to) + PAGE, PAGE, PROT_NONE);
  faults = 0;
  struct registers at = {to_start, from_start, count};
  instruction->run(&at);
  (void)VALGRIND_MAKE_MEM_DEFINED(to, BYTES);
  return at.count == 0 && at.to == to_start + bytes && (!instruction->moves || at.from == from_start + bytes) &&
         faults == (instruction->moves || !closes_source) &&
         memcmp(to_start, expected + PAGE - bytes / 2, (size_t)bytes) == 0;
}

int main(void)
{
  struct sigaction action = {.sa_sigaction = open_page, .sa_flags = SA_SIGINFO};
  int right = 0, all = 0;
  sigaction(SIGSEGV, &action, NULL);
  for (size_t i = 0; i < sizeof instructions / sizeof instructions[0]; i++)
    for (int count = 7; count < 100; count += 60)
      for (int how = 0; how < 4; how++, all++)
        right += is_right(&instructions[i], count, how & 1, how & 2);
  printf("%d of %d were right\n", right, all);
  return 0;
}
