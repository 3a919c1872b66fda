/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel takes a call back that it was to continue only where it stopped the thread itself. So a call that was
 * interrupted is made again by the frame, and waits from the beginning.
 *
 * The processor's other registers are told with how many bytes of them there are, and no more than the kernel keeps for
 * this thread: those of matrices (AMX) only where they are in use. */
#include "host/launcher/attach_return.h"

#include <cpuid.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>

enum {
  CALL_BYTES = 2,
  EXTENDED_ALIGNMENT = 64,
  LEGACY_BYTES = 512, /* of the processor's state as FXSAVE has it, with what software may say at its end */
  HEAD_BYTES = 64,    /* behind it: which registers are not as at the beginning */
  SOFTWARE_AT = 464,
  FEATURES_MAX = 63,
  FEATURE_FIRST = 2, /* what comes before has a fixed place */
  LEAF_OF_STATE = 0xd,
  KEPT_STACK = 0x77, /* flags of a stack for handlers that the kernel refuses, so that it stays as it is */
};
static const uint64_t ON_DEMAND = UINT64_C(3) << 17; /* features */

/* Of arch/x86's headers. */
enum { MAGIC_FIRST = 0x46505853, MAGIC_LAST = 0x46505845, FLAG_EXTENDED = 1, FLAG_SS = 2, FLAG_SS_STRICT = 4 };

struct software {
  uint32_t magic, all_bytes;
  uint64_t features;
  uint32_t bytes;
};

/* -ERESTARTSYS, -ERESTARTNOINTR, -ERESTARTNOHAND and -ERESTART_RESTARTBLOCK. */
enum { RESTART_SAME_FIRST = 512, RESTART_SAME_LAST = 514, RESTART_BLOCK = 516 };

static bool is_restarted(const struct user_regs_struct *registers)
{
  const long result = -(long)registers->rax;
  return (long)registers->orig_rax >= 0 &&
         ((result >= RESTART_SAME_FIRST && result <= RESTART_SAME_LAST) || result == RESTART_BLOCK);
}

static void put_registers(const struct user_regs_struct *from, ucontext_t *ret)
{
  greg_t *const to = ret->uc_mcontext.gregs;
  const bool is_again = is_restarted(from) && from->orig_rax != SYS_restart_syscall;
  const struct {
    int at;
    unsigned long long value;
  } values[] = {{REG_R8, from->r8},   {REG_R9, from->r9},     {REG_R10, from->r10}, {REG_R11, from->r11},
                {REG_R12, from->r12}, {REG_R13, from->r13},   {REG_R14, from->r14}, {REG_R15, from->r15},
                {REG_RDI, from->rdi}, {REG_RSI, from->rsi},   {REG_RBP, from->rbp}, {REG_RBX, from->rbx},
                {REG_RDX, from->rdx}, {REG_RCX, from->rcx},   {REG_RSP, from->rsp}, {REG_RAX, from->rax},
                {REG_RIP, from->rip}, {REG_EFL, from->eflags}};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    to[values[i].at] = (greg_t)values[i].value;
  to[REG_CSGSFS] = (greg_t)(from->cs & 0xffff) | (greg_t)((from->ss & 0xffff) << 48);
  if (is_again) {
    to[REG_RAX] = (greg_t)from->orig_rax;
    to[REG_RIP] -= CALL_BYTES;
  } else if (is_restarted(from)) { /* of a call that is not known any more */
    to[REG_RAX] = -EINTR;
  }
}

static uint64_t word_at(const unsigned char *bytes)
{
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

/* Which registers the thread may have; 0: only those of FXSAVE. */
static uint64_t features_of(const struct attach_state *state)
{
  if (state->extended_bytes < LEGACY_BYTES + HEAD_BYTES)
    return 0;
  return word_at(state->extended + SOFTWARE_AT) & (~ON_DEMAND | word_at(state->extended + LEGACY_BYTES));
}

static size_t extended_bytes(uint64_t features)
{
  size_t bytes = LEGACY_BYTES + HEAD_BYTES;
  for (unsigned i = FEATURE_FIRST; i < FEATURES_MAX; i++) {
    unsigned size = 0, at = 0, flags, unused;
    if ((features >> i & 1) && __get_cpuid_count(LEAF_OF_STATE, i, &size, &at, &flags, &unused) && at + size > bytes)
      bytes = at + size;
  }
  return bytes;
}

static void put_extended(const struct attach_state *state, uint64_t features, size_t bytes, unsigned char *to)
{
  const struct software software = {MAGIC_FIRST, (uint32_t)(bytes + sizeof(uint32_t)), features, (uint32_t)bytes};
  const uint32_t last = MAGIC_LAST;
  memcpy(to, state->extended, bytes);
  memcpy(to + SOFTWARE_AT, &software, sizeof software);
  memcpy(to + bytes, &last, sizeof last);
}

static uint64_t rounded_down(uint64_t address)
{
  return address & ~(uint64_t)(EXTENDED_ALIGNMENT - 1);
}

uint64_t attach_return_frame(const struct attach_state *state, uint64_t top, unsigned char ret[static ATTACH_FRAME_MAX],
                             size_t *ret_bytes)
{
  const uint64_t features = features_of(state);
  const size_t bytes = features ? extended_bytes(features) : state->extended_bytes;
  const uint64_t extended = rounded_down(top - bytes - sizeof(uint32_t)),
                 at = rounded_down(extended - sizeof(ucontext_t));
  ucontext_t context;
  memset(&context, 0, sizeof context);
  memset(ret, 0, ATTACH_FRAME_MAX);
  context.uc_flags = (features ? FLAG_EXTENDED : 0) | FLAG_SS | FLAG_SS_STRICT;
  context.uc_stack.ss_flags = KEPT_STACK;
  put_registers(state->registers, &context);
  memcpy(&context.uc_sigmask, &state->mask, sizeof state->mask);
  context.uc_mcontext.fpregs = bytes > 0 ? (fpregset_t)extended : NULL;
  memcpy(ret, &context, sizeof context);
  if (features)
    put_extended(state, features, bytes, ret + (extended - at));
  else if (bytes > 0)
    memcpy(ret + (extended - at), state->extended, bytes);
  *ret_bytes = extended - at + bytes + sizeof(uint32_t);
  return at;
}

static size_t put(unsigned char *to, size_t at, const void *bytes, size_t count)
{
  memcpy(to + at, bytes, count);
  return at + count;
}

void attach_return_code(uint64_t errno_place, int errno_value, unsigned char ret[static ATTACH_CODE_BYTES],
                        size_t *ret_call_at)
{
  static const unsigned char result[] = {0x48, 0x89, 0xc7}; /* mov %rax, %rdi */
  static const unsigned char place[] = {0x48, 0xb9};        /* mov $place, %rcx */
  static const unsigned char value[] = {0xc7, 0x01};        /* movl $value, (%rcx) */
  static const unsigned char back[] = {0xb8, SYS_rt_sigreturn, 0, 0, 0, 0x0f, 0x05};
  static const unsigned char again[] = {0xeb, 0x100 - (sizeof back + 2)}; /* jmp */
  size_t at = put(ret, 0, result, sizeof result);
  if (errno_place != 0) {
    at = put(ret, at, place, sizeof place);
    at = put(ret, at, &errno_place, sizeof errno_place);
    at = put(ret, at, value, sizeof value);
    at = put(ret, at, &errno_value, sizeof errno_value);
  }
  at = put(ret, at, back, sizeof back);
  *ret_call_at = at;
  at = put(ret, at, again, sizeof again);
  memset(ret + at, 0x90, ATTACH_CODE_BYTES - at);
}
