// SPDX-License-Identifier: GPL-2.0-or-later
// What a handler finds in the context that it is given, and what it changes there: vectors, flags, general registers, the mask of
// signals. All of it is there when the handler returns; a register that it sets is defined.
// compare: no, Memcheck leaves out vectors, flags and the mask
// run:
// stdout: found: 1122334455667788 99aabbccddeeff00, flags 10203
// stdout: changed: 7331 7331 1337, flags 844, SIGUSR1 blocked
// stdout: left as it was: 99aabbccddeeff00
// expect: ERROR SUMMARY: 0 errors
// run: --engine=precise
// stdout: found: 1122334455667788 99aabbccddeeff00, flags 10203
// stdout: changed: 7331 7331 1337, flags 844, SIGUSR1 blocked
// stdout: left as it was: 99aabbccddeeff00
// expect: ERROR SUMMARY: 0 errors
// run: --engine=speculative
// stdout: found: 1122334455667788 99aabbccddeeff00, flags 10203
// stdout: changed: 7331 7331 1337, flags 844, SIGUSR1 blocked
// stdout: left as it was: 99aabbccddeeff00
// expect: ERROR SUMMARY: 0 errors
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

static char *page;
static unsigned long long found[2], found_flags;

enum { CARRY = 1, PARITY = 4, ZERO = 0x40, SIGN = 0x80, OVERFLOW = 0x800, CONDITIONS = CARRY | PARITY | ZERO | SIGN | OVERFLOW };

static void handler(int signal, siginfo_t *info, void *opaque)
{
  ucontext_t *context = opaque;
  gregset_t *registers = &context->uc_mcontext.gregs;
  struct _libc_fpstate *vectors = context->uc_mcontext.fpregs;
  memcpy(&found[0], &vectors->_xmm[0], 8);
  memcpy(&found[1], &vectors->_xmm[9], 8);
  found_flags = (unsigned long long)(*registers)[REG_EFL] & (0x10202 | CARRY | ZERO);
  const unsigned long long changed = 0x7331;
  memcpy(&vectors->_xmm[0], &changed, 8);
  (*registers)[REG_R9] = 0x7331;
  (*registers)[REG_EFL] = ((*registers)[REG_EFL] & ~(long long)CONDITIONS) | OVERFLOW | ZERO | PARITY;
  sigaddset(&context->uc_sigmask, SIGUSR1);
  mprotect(page, 4096, PROT_READ | PROT_WRITE);
}

struct values {
  unsigned long long xmm0, xmm9, r9, r10, flags;
};

/* %r9 is `undefined`; it is used behind the fault. */
void around_fault(struct values *values, const char *place, unsigned long long undefined);
__asm__("around_fault: movq (%rdi), %xmm0\n movq 8(%rdi), %xmm9\n mov %rdx, %r9\n mov $0x1337, %r10d\n"
        " mov $0, %eax\n sub $1, %rax\n"
        " mov (%rsi), %rax\n"
        " pushf\n pop %rax\n mov %rax, 32(%rdi)\n"
        " movq %xmm0, (%rdi)\n movq %xmm9, 8(%rdi)\n mov %r9, 16(%rdi)\n mov %r10, 24(%rdi)\n"
        " test %r9, %r9\n jz 1f\n nop\n 1: ret\n");

int main(void)
{
  unsigned long long undefined[2];
  __asm__("" : "=m"(undefined));
  page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
  mprotect(page, 4096, PROT_NONE);
  struct values values = {0x1122334455667788, 0x99aabbccddeeff00, 0, 0, 0};
  around_fault(&values, page, undefined[0]);
  sigset_t mask;
  sigprocmask(SIG_SETMASK, NULL, &mask);
  printf("found: %llx %llx, flags %llx\n", found[0], found[1], found_flags);
  printf("changed: %llx %llx %llx, flags %llx, SIGUSR1 %s\n", values.xmm0, values.r9, values.r10, values.flags & CONDITIONS,
         sigismember(&mask, SIGUSR1) ? "blocked" : "not blocked");
  printf("left as it was: %llx\n", values.xmm9);
}
