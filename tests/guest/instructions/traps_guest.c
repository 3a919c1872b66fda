// SPDX-License-Identifier: GPL-2.0-or-later
// Executes each line of traps.def and prints the signal that comes of it, and all that a handler is told; then some that are known to
// come with the direction flag set. Addresses are told from where the line's code begins.
// build: -g -O1 -no-pie
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>

#define LIST "traps.def"

// The code of all lines, one after the other.
#define TRAP(text) \
  __asm__(".pushsection .rodata.traps, \"a\"\n .quad 7f\n .popsection\n .pushsection .text.traps, \"ax\"\n 7: " text "\n ret\n .popsection");
__asm__(".pushsection .rodata.traps, \"a\"\n .balign 8\n traps:\n .popsection\n .pushsection .data\n some_data: .byte 0xc3\n .popsection");
#include LIST
#undef TRAP
extern void (*const traps[])(void);

static const char *const texts[] = {
#define TRAP(text) text,
#include LIST
};

// The stack pointer is put right afterwards, whatever has become of it.
void run_code(void (*code)(void));
__asm__(".text\n"
        "run_code:\n"
        "  push %rbx\n push %rbp\n push %r12\n push %r13\n push %r14\n push %r15\n"
        "  mov %rsp, stack_before(%rip)\n sub $2048, %rsp\n"
        "  call *%rdi\n"
        "after_code:\n"
        "  mov stack_before(%rip), %rsp\n"
        "  pop %r15\n pop %r14\n pop %r13\n pop %r12\n pop %rbp\n pop %rbx\n ret\n"
        ".local stack_before\n .comm stack_before, 8\n");

static sigjmp_buf before;
static siginfo_t info_seen;
static long ip, trap_number, error_code;

static void on_signal(int signal, siginfo_t *info, void *context)
{
  const ucontext_t *at = context;
  info_seen = *info;
  ip = at->uc_mcontext.gregs[REG_RIP];
  trap_number = at->uc_mcontext.gregs[REG_TRAPNO];
  error_code = at->uc_mcontext.gregs[REG_ERR];
  siglongjmp(before, signal);
}

static const char *place(char *text, long address, long start)
{
  enum { CODE_BYTES_MAX = 64 };
  if (address >= start && address < start + CODE_BYTES_MAX)
    sprintf(text, "+%ld", address - start);
  else
    sprintf(text, "%lx", address);
  return text;
}

static void try(unsigned number)
{
  char address[32], where[32];
  const int signal = sigsetjmp(before, 1);
  const long start = (long)traps[number];
  if (signal == 0) {
    run_code(traps[number]);
    printf("%s: goes on\n", texts[number]);
  } else {
    printf("%s: signal %d code %d address %s at %s, trap %ld error %lx\n", texts[number], signal, info_seen.si_code,
           place(address, (long)info_seen.si_addr, start), place(where, ip, start), trap_number, error_code);
  }
  fflush(stdout);
}

static volatile long flags_in_handler;

static void keep_flags(int signal)
{
  (void)signal;
  __asm__ volatile("pushf\n pop %0\n cld" : "=r"(flags_in_handler));
}

int main(void)
{
  static const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE};
  static char stack[1 << 16];
  sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
    sigaction(signals[i], &action, NULL);
  for (int round = 0; round < 2; round++)
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
      try(i);
  signal(SIGTRAP, keep_flags);
  __asm__ volatile("std\n int3\n cld" : : : "memory", "cc");
  printf("direction in the handler: %ld\n", flags_in_handler >> 10 & 1);
  return 0;
}
