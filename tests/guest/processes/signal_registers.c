// SPDX-License-Identifier: GPL-2.0-or-later
// Faults of loads, stores, unaligned vectors and a file's end, in code that has been run before: the handler finds the instruction,
// registers and flags as they are.
// build: -O1
// run: --vex-iropt-register-updates=allregs-at-mem-access
// stdout: load: 11, 1111 2222 3333 95
// stdout: store: 11, 1111 2222 3333 95
// stdout: end of file: 7, 1111 2222 3333 95
// stdout: unaligned: 11, 1111 2222 3333 95
// stdout: no address: 11, 1111 2222 3333 95
// run: --engine=direct --vex-iropt-register-updates=allregs-at-mem-access
// only: seep
// stdout: load: 11, 1111 2222 3333 95
// stdout: store: 11, 1111 2222 3333 95
// stdout: end of file: 7, 1111 2222 3333 95
// stdout: unaligned: 11, 1111 2222 3333 95
// stdout: no address: 11, 1111 2222 3333 95
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include "guest.h"

static sigjmp_buf again;
static const char *volatile kind;
static const char *volatile expected_at;
extern const char at_load[], at_store[], at_vector[];

static void on_fault(int number, siginfo_t *info, void *context)
{
  enum { STATUS = 0x8d5 };
  const greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  if (registers[REG_RIP] != (greg_t)expected_at)
    printf("elsewhere, ");
  printf("%s: %d, %llx %llx %llx %llx\n", kind, number, registers[REG_RBX], registers[REG_R12], registers[REG_R15],
         registers[REG_EFL] & STATUS);
  siglongjmp(again, 1);
}

#define ACCESS(label, instruction, address)                                                                __asm__ volatile("  mov $0x1111, %%ebx\n mov $0x2222, %%r12d\n mov $0x3333, %%r15d\n cmp $0x1112, %%ebx\n"                    label ": " instruction "\n  setc %%cl\n"                                                                 :                                                                                                        : "r"(address)                                                                                           : "rbx", "r12", "r15", "rcx", "xmm3", "cc", "memory")

static NOINLINE void load(const void *address)
{
  ACCESS("at_load", "mov 8(%0), %%rcx", address);
}

static NOINLINE void store(void *address)
{
  ACCESS("at_store", "mov %%rbx, 8(%0)", address);
}

static NOINLINE void load_vector(const void *address)
{
  ACCESS("at_vector", "movaps (%0), %%xmm3", address);
}

/* The last of some accesses is to where it faults. */
#define TRY(name, access, good, bad)                  kind = name, expected_at = at_##access;             if (sigsetjmp(again, 1) == 0)                         for (int i = 0; i < 20; i++)                          access(i < 19 ? (char *)(good) : (char *)(bad))

#define at_load_vector at_vector

int main(void)
{
  enum { PAGE = 4096 };
  static char buffer[64] __attribute__((aligned(64)));
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
  int fd = memfd_create("file", 0);
  if (ftruncate(fd, PAGE) != 0)
    return 1;
  char *file = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  char *locked = mmap(NULL, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char *constant = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  TRY("load", load, buffer, locked);
  TRY("store", store, buffer, constant);
  TRY("end of file", load, file, file + PAGE);
  TRY("unaligned", load_vector, buffer, buffer + 1);
  TRY("no address", load, buffer, 0xdeadbeefdeadbeef);
}
