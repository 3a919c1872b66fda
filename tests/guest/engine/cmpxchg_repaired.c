// SPDX-License-Identifier: GPL-2.0-or-later
// cmpxchg on a page that is closed to stores: at the fault nothing has happened, and when the handler has opened the page the
// instruction finds and stores what it should. The processor stores in any case, so it faults also where the values
// differ.
// compare: no, Memcheck has written %rax, and stores what it must not
// run:
// stdout: 0 are wrong of 16
// expect: ERROR SUMMARY: 0 errors
// run: --engine=speculative
// stdout: 0 are wrong of 16
// expect: ERROR SUMMARY: 0 errors
// run: --engine=precise
// stdout: 0 are wrong of 16
// expect: ERROR SUMMARY: 0 errors
// run: --engine-stress=1337
// stdout: 0 are wrong of 16
// expect: ERROR SUMMARY: 0 errors
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

static uint64_t *page, at_fault;
static int faults;

static void open_page(int signal, siginfo_t *info, void *context)
{
  (void)signal;
  (void)info;
  at_fault = (uint64_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RAX];
  faults++;
  mprotect(page, 4096, PROT_READ | PROT_WRITE);
}

#define EXCHANGES(name, instruction)                          \
  uint64_t name(uint64_t *memory, uint64_t rax, uint64_t given); \
  __asm__(#name ": mov %rsi, %rax\n " instruction "\n ret\n");

EXCHANGES(exchange_1, "cmpxchg %dl, (%rdi)")
EXCHANGES(exchange_2, "cmpxchg %dx, (%rdi)")
EXCHANGES(exchange_4, "cmpxchg %edx, (%rdi)")
EXCHANGES(exchange_8, "cmpxchg %rdx, (%rdi)")

// The lowest bytes of one word in another.
static uint64_t with_low(uint64_t word, uint64_t low, unsigned bytes)
{
  memcpy(&word, &low, bytes);
  return word;
}

static int is_wrong(uint64_t (*exchange)(uint64_t *, uint64_t, uint64_t), unsigned bytes, int is_equal, int protection)
{
  const uint64_t old = UINT64_C(0x1122334455667788), other = UINT64_C(0xa5a5a5a5a5a5a5a5), given = 1337;
  const uint64_t rax = is_equal ? with_low(other, old, bytes) : other;
  uint64_t found = with_low(other, old, bytes);
  if (bytes == 4 && !is_equal)
    found = (uint32_t)old;
  *page = old;
  faults = 0;
  mprotect(page, 4096, protection);
  const uint64_t result = exchange(page, rax, given);
  return faults != 1 || at_fault != rax || result != (is_equal ? rax : found) ||
         *page != (is_equal ? with_low(old, given, bytes) : old);
}

int main(void)
{
  static const struct {
    uint64_t (*exchange)(uint64_t *, uint64_t, uint64_t);
    unsigned bytes;
  } all[] = {{exchange_1, 1}, {exchange_2, 2}, {exchange_4, 4}, {exchange_8, 8}};
  struct sigaction action = {.sa_sigaction = open_page, .sa_flags = SA_SIGINFO};
  int wrong = 0, count = 0;
  sigaction(SIGSEGV, &action, NULL);
  page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (unsigned i = 0; i < 4; i++)
    for (int is_equal = 0; is_equal < 2; is_equal++, count += 2)
      wrong += is_wrong(all[i].exchange, all[i].bytes, is_equal, PROT_READ) +
               is_wrong(all[i].exchange, all[i].bytes, is_equal, PROT_NONE);
  printf("%d are wrong of %d\n", wrong, count);
  return wrong != 0;
}
