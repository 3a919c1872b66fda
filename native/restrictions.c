/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program that restricts its system calls (seccomp) would be killed for the checker's. So the checker makes none from
 * then on, and says before that it will not. Such programs call prctl() and syscall(), which stand here in front of the
 * C library's. */
#include <dlfcn.h>
#include <errno.h>
#include <linux/sched.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "native/door.h"
#include "native/process.h"
#include "shared/base/raw_syscalls.h"

__attribute__((used)) long native_restrict(long number, long a, long b, long c, long d, long e, long f);

long native_restrict(long number, long a, long b, long c, long d, long e, long f)
{
  if (number == SYS_seccomp || a == PR_SET_SECCOMP)
    process_stop_watching("the program restricts its system calls (seccomp)");
  const long result = raw_syscall(number, a, b, c, d, e, f);
  if (result >= 0 || result < -4095)
    return result;
  errno = (int)-result;
  return -1;
}

DOOR int prctl(int operation, ...)
{
  va_list list;
  va_start(list, operation);
  const long b = va_arg(list, long), c = va_arg(list, long), d = va_arg(list, long), e = va_arg(list, long);
  va_end(list);
  return (int)native_restrict(SYS_prctl, operation, b, c, d, e, 0);
}

/* A child that is made so has no stream: what it loses is not seen, unless it shares the memory. */
__attribute__((used)) void native_note_fork(long number, unsigned long flags);
void native_note_fork(long number, unsigned long flags)
{
  if (number == SYS_clone3)
    flags = *(const unsigned long *)flags;
  if (process_is_watched() && (number == SYS_fork || (flags & CLONE_VM) == 0))
    process_note_unseen();
}

/* Nothing of the stack may change on the way to the kernel, as some calls return twice (vfork()). */
__attribute__((visibility("default"), naked)) long syscall(long number, ...)
{
  __asm__("cmpq $317, %rdi\n\t" /* seccomp */
          "je 1f\n\t"
          "cmpq $157, %rdi\n\t" /* prctl */
          "je 1f\n\t"
          "cmpq $59, %rdi\n\t" /* execve */
          "je 5f\n\t"
          "cmpq $322, %rdi\n\t" /* execveat */
          "je 5f\n\t"
          "cmpq $231, %rdi\n\t" /* exit_group */
          "je 6f\n\t"
          "cmpq $56, %rdi\n\t" /* clone */
          "je 3f\n\t"
          "cmpq $57, %rdi\n\t" /* fork */
          "je 3f\n\t"
          "cmpq $435, %rdi\n\t" /* clone3 */
          "je 3f\n"
          "4:\tmovq %rdi, %rax\n\t"
          "movq %rsi, %rdi\n\t"
          "movq %rdx, %rsi\n\t"
          "movq %rcx, %rdx\n\t"
          "movq %r8, %r10\n\t"
          "movq %r9, %r8\n\t"
          "movq 8(%rsp), %r9\n\t"
          "syscall\n\t"
          "cmpq $-4095, %rax\n\t"
          "jae 2f\n\t"
          "ret\n"
          "1:\tjmp native_restrict\n"
          "5:\tjmp native_execute\n"
          "6:\tmovl %esi, %edi\n\t"
          "jmp _exit@PLT\n"
          "2:\tmovq %rax, %rdi\n\t"
          "jmp native_syscall_failed\n"
          "3:\tpushq %rdi\n\t"
          "pushq %rsi\n\t"
          "pushq %rdx\n\t"
          "pushq %rcx\n\t"
          "pushq %r8\n\t"
          "pushq %r9\n\t"
          "subq $8, %rsp\n\t"
          "call native_note_fork\n\t"
          "addq $8, %rsp\n\t"
          "popq %r9\n\t"
          "popq %r8\n\t"
          "popq %rcx\n\t"
          "popq %rdx\n\t"
          "popq %rsi\n\t"
          "popq %rdi\n\t"
          "jmp 4b");
}

__attribute__((used)) long native_syscall_failed(long result);
long native_syscall_failed(long result)
{
  errno = (int)-result;
  return -1;
}
