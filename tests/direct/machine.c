/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A single instruction ends where its page does, and what follows cannot be executed: so it is followed by a fault
 * at an address that tells its length. A breakpoint's handler puts the registers into the context it returns to, the
 * fault's handler takes them out and returns to behind the breakpoint. For a walk of several, the trap flag is among
 * them. */
#include "direct/machine.h"

#include <asm/prctl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

/* Of the image that xsave makes. */
enum { HEADER = 512, UPPER_HALVES = 576, IMAGE_BYTES = UPPER_HALVES + VECTORS * 16, ALL_PARTS = 7 };
enum { STATUS = 0x8d5, TRAP = 0x100 };
enum { X87_BYTES = 160, MACHINE_X87_CONTROL = 0x37f };

static const int register_names[GENERALS] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                             REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

static struct {
  bool is_running;
  uint64_t start;
  const struct machine *before;
  struct machine *after;
  enum machine_outcome outcome;
  struct machine_place *places; /* of a walk; else NULL */
  unsigned steps, steps_max;
  uint64_t fs_base;
  gregset_t registers;
  uint8_t image[IMAGE_BYTES];
} now;

static bool (*other_handler)(int signal, void *context);
static uint64_t own_segment;

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
  registers[REG_EFL] = (greg_t)(((uint64_t)registers[REG_EFL] & ~(uint64_t)STATUS) | (now.before->flags & STATUS) |
                                (now.places ? TRAP : 0u));
  registers[REG_RIP] = (greg_t)now.start;
  for (unsigned i = 0; i < VECTORS; i++) {
    memcpy(lower_half(image, i), now.before->vectors[i], 16);
    memcpy(image + UPPER_HALVES + 16 * i, now.before->vectors[i] + 16, 16);
  }
  memset(image, 0, X87_BYTES);
  context->uc_mcontext.fpregs->cwd = MACHINE_X87_CONTROL;
  context->uc_mcontext.fpregs->mxcsr = MACHINE_MODES;
  *(uint64_t *)(image + HEADER) |= ALL_PARTS;
}

static void take_state(ucontext_t *context, struct machine *ret)
{
  const greg_t *registers = context->uc_mcontext.gregs;
  uint8_t *image = image_of(context);
  const uint64_t parts = *(uint64_t *)(image + HEADER);
  memset(ret, 0, sizeof *ret);
  for (unsigned i = 0; i < GENERALS; i++)
    ret->general[i] = (uint64_t)registers[register_names[i]];
  ret->flags = (uint64_t)registers[REG_EFL] & STATUS;
  for (unsigned i = 0; i < VECTORS; i++) {
    if (parts & 2)
      memcpy(ret->vectors[i], lower_half(image, i), 16);
    if (parts & 4)
      memcpy(ret->vectors[i] + 16, image + UPPER_HALVES + 16 * i, 16);
  }
}

void machine_set_segment(uint64_t fs_base)
{
  __asm__ volatile("wrfsbase %0" : : "r"(fs_base));
}

void machine_reset_segment(void)
{
  machine_set_segment(own_segment);
}

static void begin(ucontext_t *context)
{
  memcpy(now.registers, context->uc_mcontext.gregs, sizeof now.registers);
  memcpy(now.image, image_of(context), sizeof now.image);
  put_state(context);
  now.is_running = true;
}

static void end(ucontext_t *context)
{
  memcpy(context->uc_mcontext.gregs, now.registers, sizeof now.registers);
  memcpy(image_of(context), now.image, sizeof now.image);
  now.is_running = false;
}

/* An instruction of a walk is done. */
static void step(ucontext_t *context)
{
  struct machine_place *place = &now.places[++now.steps];
  take_state(context, &place->state);
  place->address = (uint64_t)context->uc_mcontext.gregs[REG_RIP];
  if (now.steps == now.steps_max)
    end(context);
}

/* The last thing here is to give the guest its segment: the C library may have use for its own. */
static void trapped(int signal, siginfo_t *info, void *context)
{
  if (now.is_running && now.fs_base)
    machine_reset_segment();
  if (now.is_running)
    step(context);
  else
    begin(context);
  if (now.is_running && now.fs_base)
    machine_set_segment(now.fs_base);
}

static enum machine_outcome outcome_of(int signal, uint64_t at)
{
  if (signal == SIGSEGV && at == MACHINE_CODE + MACHINE_PAGE)
    return MACHINE_DONE;
  if (at != now.start)
    return MACHINE_ASTRAY;
  return signal == SIGFPE ? MACHINE_TRAP : signal == SIGILL ? MACHINE_ILLEGAL : MACHINE_FAULT;
}

static void faulted(int signal, siginfo_t *info, void *pointer)
{
  ucontext_t *context = pointer;
  if (!now.is_running) {
    if (!other_handler || !other_handler(signal, context))
      abort();
    return;
  }
  if (now.fs_base)
    machine_reset_segment();
  if (!now.places) {
    take_state(context, now.after);
    now.outcome = outcome_of(signal, (uint64_t)context->uc_mcontext.gregs[REG_RIP]);
  }
  end(context);
}

void machine_set_handler(bool (*handler)(int signal, void *context))
{
  other_handler = handler;
}

unsigned machine_walk(struct machine_place *places, unsigned steps_max, uint64_t fs_base)
{
  now.start = places->address;
  now.before = &places->state;
  now.places = places;
  now.steps = 0;
  now.steps_max = steps_max;
  now.fs_base = fs_base;
  __asm__ volatile("int3" ::: "memory");
  now.places = NULL;
  now.fs_base = 0;
  return now.steps;
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

size_t machine_code_left(uint64_t address)
{
  const uint64_t offset = address - (address >= MACHINE_FAR_CODE ? MACHINE_FAR_CODE : MACHINE_CODE);
  return offset < MACHINE_PAGE ? (size_t)(MACHINE_PAGE - offset) : 0;
}

uint64_t machine_code_address(size_t bytes)
{
  return MACHINE_CODE + MACHINE_PAGE - bytes;
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

static int page_file(const char *name)
{
  const int file = memfd_create(name, MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, MACHINE_PAGE) != 0)
    exit(2);
  return file;
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
  const int file = page_file("data"), code = page_file("code");
  map(MACHINE_DATA, PROT_READ | PROT_WRITE, file, 1);
  map(MACHINE_ALIAS, PROT_READ, file, 1);
  map(MACHINE_STACK, PROT_READ | PROT_WRITE, -1, MACHINE_STACK_BYTES / MACHINE_PAGE);
  map(MACHINE_CODE, PROT_READ | PROT_WRITE | PROT_EXEC, code, 1);
  map(MACHINE_FAR_CODE, PROT_READ | PROT_WRITE | PROT_EXEC, code, 1);
  map(MACHINE_CODE + MACHINE_PAGE, PROT_READ, -1, 1);
  sigaltstack(&alternate, NULL);
  syscall(SYS_arch_prctl, ARCH_GET_FS, &own_segment);
  handle(SIGTRAP, trapped);
  handle(SIGSEGV, faulted);
  handle(SIGBUS, faulted);
  handle(SIGFPE, faulted);
  handle(SIGILL, faulted);
}
