/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The instruction ends where its page does, and what follows cannot be executed: so it is followed by a fault at an
 * address that tells its length. A breakpoint's handler puts the registers into the context it returns to, the fault's
 * handler takes them out and returns to behind the breakpoint. */
#include "direct/machine.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#define CODE UINT64_C(0x20000000)
/* Of the image that xsave makes. */
enum { HEADER = 512, UPPER_HALVES = 576, IMAGE_BYTES = UPPER_HALVES + VECTORS * 16, STATUS = 0x8d5, ALL_PARTS = 7 };

static const int register_names[GENERALS] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                             REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

static struct {
  uint64_t start;
  const struct machine *before;
  struct machine *after;
  enum machine_outcome outcome;
  gregset_t registers;
  uint8_t image[IMAGE_BYTES];
} now;

static uint8_t *image_of(ucontext_t *context)
{
  return (uint8_t *)context->uc_mcontext.fpregs;
}

static uint8_t *lower_half(uint8_t *image, unsigned number)
{
  return image + offsetof(struct _libc_fpstate, _xmm) + 16 * number;
}

static void put_state(ucontext_t *context)
{
  greg_t *registers = context->uc_mcontext.gregs;
  uint8_t *image = image_of(context);
  for (unsigned i = 0; i < GENERALS; i++)
    registers[register_names[i]] = (greg_t)now.before->general[i];
  registers[REG_EFL] = (greg_t)(((uint64_t)registers[REG_EFL] & ~(uint64_t)STATUS) | (now.before->flags & STATUS));
  registers[REG_RIP] = (greg_t)now.start;
  for (unsigned i = 0; i < VECTORS; i++) {
    memcpy(lower_half(image, i), now.before->vectors[i], 16);
    memcpy(image + UPPER_HALVES + 16 * i, now.before->vectors[i] + 16, 16);
  }
  *(uint64_t *)(image + HEADER) |= ALL_PARTS;
}

static void take_state(ucontext_t *context)
{
  const greg_t *registers = context->uc_mcontext.gregs;
  uint8_t *image = image_of(context);
  const uint64_t parts = *(uint64_t *)(image + HEADER);
  memset(now.after, 0, sizeof *now.after);
  for (unsigned i = 0; i < GENERALS; i++)
    now.after->general[i] = (uint64_t)registers[register_names[i]];
  now.after->flags = (uint64_t)registers[REG_EFL] & STATUS;
  for (unsigned i = 0; i < VECTORS; i++) {
    if (parts & 2)
      memcpy(now.after->vectors[i], lower_half(image, i), 16);
    if (parts & 4)
      memcpy(now.after->vectors[i] + 16, image + UPPER_HALVES + 16 * i, 16);
  }
}

static void begin(int signal, siginfo_t *info, void *pointer)
{
  ucontext_t *context = pointer;
  memcpy(now.registers, context->uc_mcontext.gregs, sizeof now.registers);
  memcpy(now.image, image_of(context), sizeof now.image);
  put_state(context);
}

static enum machine_outcome outcome_of(int signal, uint64_t at)
{
  if (signal == SIGSEGV && at == CODE + MACHINE_PAGE)
    return MACHINE_DONE;
  if (at != now.start)
    return MACHINE_ASTRAY;
  return signal == SIGFPE ? MACHINE_TRAP : signal == SIGILL ? MACHINE_ILLEGAL : MACHINE_FAULT;
}

static void end(int signal, siginfo_t *info, void *pointer)
{
  ucontext_t *context = pointer;
  take_state(context);
  now.outcome = outcome_of(signal, (uint64_t)context->uc_mcontext.gregs[REG_RIP]);
  memcpy(context->uc_mcontext.gregs, now.registers, sizeof now.registers);
  memcpy(image_of(context), now.image, sizeof now.image);
}

enum machine_outcome machine_run(const uint8_t *code, size_t bytes, const struct machine *before, struct machine *ret)
{
  now.start = machine_code_address(bytes);
  now.before = before;
  now.after = ret;
  memcpy((void *)now.start, code, bytes);
  __asm__ volatile("int3" ::: "memory");
  return now.outcome;
}

uint64_t machine_code_address(size_t bytes)
{
  return CODE + MACHINE_PAGE - bytes;
}

/* --- setup --- */

static void map(uint64_t address, int protection, int file, size_t pages)
{
  const int kind = MAP_FIXED_NOREPLACE | (file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED);
  if (mmap((void *)address, pages * MACHINE_PAGE, protection, kind, file, 0) != (void *)address) {
    perror("mmap");
    exit(2);
  }
}

static void handle(int signal, void (*handler)(int, siginfo_t *, void *))
{
  struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaction(signal, &action, NULL);
}

void machine_init(void)
{
  static uint8_t stack[1 << 16];
  const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  const int file = memfd_create("data", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, MACHINE_PAGE) != 0)
    exit(2);
  map(MACHINE_DATA, PROT_READ | PROT_WRITE, file, 1);
  map(MACHINE_ALIAS, PROT_READ, file, 1);
  map(MACHINE_STACK, PROT_READ | PROT_WRITE, -1, 1);
  map(CODE, PROT_READ | PROT_WRITE | PROT_EXEC, -1, 1);
  map(CODE + MACHINE_PAGE, PROT_READ, -1, 1);
  sigaltstack(&alternate, NULL);
  handle(SIGTRAP, begin);
  handle(SIGSEGV, end);
  handle(SIGBUS, end);
  handle(SIGFPE, end);
  handle(SIGILL, end);
}
