// SPDX-License-Identifier: GPL-2.0-or-later
// A repeated string instruction whose count is a constant of the same block faults: in its first element, then in one
// that lies across two pages. A handler opens one page at a time and finds the count, and the instruction goes on
// with the same element.
// compare: no, Memcheck leaves out an element
// run:
// expect: ERROR SUMMARY: 0 errors
// run: --engine=speculative
// expect: ERROR SUMMARY: 0 errors
// run: --engine=precise
// expect: ERROR SUMMARY: 0 errors
// run: --engine-stress=1337
// expect: ERROR SUMMARY: 0 errors
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { PAGE = 4096, BEFORE = 29, ELEMENTS = 17 };

static uint8_t *pages, from[256];
static int faults;
static long counts[4], places[4];

/* Each goes from the last bytes of the first page into the second one. VEX looks twice at blocks with x87. */
#define REPEATED(name, instruction) \
  void name(uint8_t *to, const uint8_t *from); \
  __asm__(#name ": mov $0x1122334455667788, %rax\n fldz\n fstp %st(0)\n lea (%rdi), %rdi\n mov $17, %ecx\n " \
          instruction "\n ret\n");

REPEATED(store_words, "rep stosq")
REPEATED(store_halves, "rep stosl")
REPEATED(store_shorts, "rep stosw")
REPEATED(move_words, "rep movsq")
REPEATED(move_halves, "rep movsl")
REPEATED(compare_words, "repe cmpsq")
REPEATED(compare_halves, "repne cmpsl")
REPEATED(seek_halves, "repne scasl")
REPEATED(seek_words, "repne scasq")

static void open_page(int signal, siginfo_t *info, void *context)
{
  const greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  if (faults < 4) {
    counts[faults] = registers[REG_RCX];
    places[faults] = registers[REG_RDI] - (long)pages;
  }
  faults++;
  mprotect(pages + (((uint8_t *)info->si_addr - pages) & -PAGE), PAGE, PROT_READ | PROT_WRITE);
}

/* Is the element whose access goes across the border the one at which it faults for the second time? */
static int is_wrong(void (*function)(uint8_t *, const uint8_t *), int bytes)
{
  const long done = BEFORE / bytes;
  mprotect(pages, 2 * PAGE, PROT_NONE);
  faults = 0;
  function(pages + PAGE - BEFORE, from);
  mprotect(pages, 2 * PAGE, PROT_READ | PROT_WRITE);
  return faults != 2 || counts[0] != ELEMENTS || places[0] != PAGE - BEFORE || counts[1] != ELEMENTS - done ||
         places[1] != PAGE - BEFORE + done * bytes;
}

static int has_other_memory(int bytes, const void *element)
{
  int wrong = 0;
  for (int i = 0; i < ELEMENTS; i++)
    wrong += memcmp(pages + PAGE - BEFORE + i * bytes, element, (size_t)bytes) != 0;
  return wrong + pages[PAGE - BEFORE + ELEMENTS * bytes];
}

int main(void)
{
  const uint64_t word = 0x1122334455667788;
  struct sigaction action = {.sa_sigaction = open_page, .sa_flags = SA_SIGINFO};
  int wrong = 0;
  sigaction(SIGSEGV, &action, NULL);
  pages = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  wrong += is_wrong(store_shorts, 2) + has_other_memory(2, &word);
  wrong += is_wrong(store_halves, 4) + has_other_memory(4, &word);
  wrong += is_wrong(store_words, 8) + has_other_memory(8, &word);
  wrong += is_wrong(compare_halves, 4);
  memset(pages, 0, 2 * PAGE);
  wrong += is_wrong(compare_words, 8) + is_wrong(seek_halves, 4) + is_wrong(seek_words, 8);
  wrong += is_wrong(move_halves, 4) + is_wrong(move_words, 8);
  printf("%d are wrong\n", wrong);
  return wrong != 0;
}
