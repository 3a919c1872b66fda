/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each operation but the load is a single string instruction, whose registers tell how far it got before a fault. The
 * fault handler resumes after it. */
#include "coregrind-glue/core/guarded.h"

enum { INSTRUCTION_BYTES = 2 }; /* the prefix and the string instruction */

extern const char guarded_movs_up[], guarded_movs_down[], guarded_stos[];

/* Compiled once each: the labels are symbols. */
#define ALONE __attribute__((noinline, noclone))

ALONE size_t guarded_copy(void *to, const void *from, size_t bytes)
{
  size_t left = bytes;
  __asm__ volatile("guarded_movs_up: rep movsb" : "+D"(to), "+S"(from), "+c"(left) : : "memory");
  return bytes - left;
}

ALONE size_t guarded_copy_down(void *to, const void *from, size_t bytes)
{
  size_t left = bytes;
  const char *source = (const char *)from + bytes - 1;
  char *target = (char *)to + bytes - 1;
  __asm__ volatile("std\n\tguarded_movs_down: rep movsb\n\tcld" : "+D"(target), "+S"(source), "+c"(left) : : "memory");
  return bytes - left;
}

ALONE size_t guarded_fill(void *to, uint8_t value, size_t bytes)
{
  size_t left = bytes;
  __asm__ volatile("guarded_stos: rep stosb" : "+D"(to), "+c"(left) : "a"(value) : "memory");
  return bytes - left;
}

/* --- by pages --- */

void guarded_fill_pages(void *to, uint8_t value, size_t bytes)
{
  char *at = to, *const end = at + bytes;
  while (at < end) {
    at += guarded_fill(at, value, (size_t)(end - at));
    at += guarded_skip((uintptr_t)at, (uintptr_t)at, (size_t)(end - at));
  }
}

static bool can_access(uintptr_t start, size_t bytes, bool is_write)
{
  const uintptr_t end = start + bytes;
  for (uintptr_t at = start; at < end; at += guarded_skip(at, at, end - at)) {
    char byte;
    if (guarded_copy(&byte, (const void *)at, 1) == 0 || (is_write && guarded_copy((void *)at, &byte, 1) == 0))
      return false;
  }
  return true;
}

bool guarded_can_read(uintptr_t start, size_t bytes)
{
  return can_access(start, bytes, false);
}

bool guarded_can_write(uintptr_t start, size_t bytes)
{
  return can_access(start, bytes, true);
}

/* --- calls --- */

/* The stack pointer of the innermost call under way, at which its saved registers lie, the call around it among them;
 * 0: none is. */
static uintptr_t call_stack, call_fault;

extern const char guarded_call_left[];

/* Returns whether the function did. The stack is aligned for its call. */
bool guarded_make_call(void (*function)(void *), void *context, uintptr_t *stack);
__asm__(".pushsection .text\n"
        "guarded_make_call:\n\t"
        "push %rbp\n\tpush %rbx\n\tpush %r12\n\tpush %r13\n\tpush %r14\n\tpush %r15\n\tpush (%rdx)\n\tpush %rdx\n\t"
        "sub $8, %rsp\n\t"
        "mov %rsp, (%rdx)\n\t"
        "mov %rdi, %rax\n\t"
        "mov %rsi, %rdi\n\t"
        "call *%rax\n\t"
        "mov $1, %eax\n\t"
        "jmp 1f\n"
        "guarded_call_left:\n\t"
        "cld\n\t"
        "xor %eax, %eax\n"
        "1:\n\t"
        "add $8, %rsp\n\t"
        "pop %rdx\n\tpop (%rdx)\n\t"
        "pop %r15\n\tpop %r14\n\tpop %r13\n\tpop %r12\n\tpop %rbx\n\tpop %rbp\n\t"
        "ret\n"
        ".popsection");

bool guarded_call(void (*function)(void *context), void *context, uintptr_t *ret_fault)
{
  const bool has_returned = guarded_make_call(function, context, &call_stack);
  if (!has_returned)
    *ret_fault = call_fault;
  return has_returned;
}

bool guarded_leave_call(uintptr_t fault, uintptr_t *ret_instruction, uintptr_t *ret_stack)
{
  if (call_stack == 0)
    return false;
  call_fault = fault;
  *ret_instruction = (uintptr_t)guarded_call_left;
  *ret_stack = call_stack;
  return true;
}

/* --- faults --- */

/* The linker makes these of a section's name. */
extern const struct guarded_load {
  uintptr_t instruction, resume_at;
} __start_guarded_loads[] __attribute__((weak)), __stop_guarded_loads[] __attribute__((weak));

uintptr_t guarded_resume_at(uintptr_t instruction)
{
  for (const struct guarded_load *load = __start_guarded_loads; load != __stop_guarded_loads; load++)
    if (load->instruction == instruction)
      return load->resume_at;
  if (instruction == (uintptr_t)guarded_movs_up || instruction == (uintptr_t)guarded_movs_down ||
      instruction == (uintptr_t)guarded_stos)
    return instruction + INSTRUCTION_BYTES;
  return 0;
}
