/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A thread that waits for a page natively runs its handlers meanwhile, and dies of signals. So the guest's mask holds
 * while the page is touched. From the system call that sets it to the one that takes it back the code is one piece,
 * whose registers are known: a handler that has interrupted it anywhere sends the thread the same signal again, which
 * is blocked behind it, and the core finds it there. */
#include "coregrind-glue/core/page_wait.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/last_signal.h"
#include "coregrind-glue/core/wraps.h"

#include "pub_tool_vkiscnums.h"

enum { SEND_AGAIN = 297 /* rt_tgsigqueueinfo */ };

extern SysRes VG_(do_sys_sigprocmask)(ThreadId tid, Int how, vki_sigset_t *set, vki_sigset_t *ret_before);

extern const char page_wait_begin[], page_wait_end[];

/* %rbx: the address; %r12: the mask to go back to; %r13: the result, 0 if a signal has come. */
UWord page_wait_touch(Addr address, UWord is_write, const vki_sigset_t *meanwhile, const vki_sigset_t *afterwards);
__asm__(".pushsection .text\n"
        "page_wait_touch:\n\t"
        "push %rbx\n\tpush %r12\n\tpush %r13\n\tpush %r14\n\t"
        "mov %rdi, %rbx\n\tmov %rcx, %r12\n\tmov $1, %r13d\n\tmov %rsi, %r14\n\t"
        "mov $2, %edi\n\tmov %rdx, %rsi\n\txor %edx, %edx\n\tmov $8, %r10d\n" /* SIG_SETMASK */
        "page_wait_begin:\n\t"
        "mov $14, %eax\n\tsyscall\n\t" /* rt_sigprocmask */
        "test %r14, %r14\n\t"
        "jnz 2f\n"
        "1:\tcmpb $0, (%rbx)\n\t"
        "jmp 3f\n"
        "2:\tlock orb $0, (%rbx)\n"
        "3:\tmov $2, %edi\n\tmov %r12, %rsi\n\txor %edx, %edx\n\tmov $8, %r10d\n\tmov $14, %eax\n\tsyscall\n"
        "page_wait_end:\n\t"
        "mov %r13, %rax\n\t"
        "pop %r14\n\tpop %r13\n\tpop %r12\n\tpop %rbx\n\t"
        "ret\n"
        ".popsection\n"
        ".pushsection guarded_loads, \"aw\"\n\t"
        ".quad 1b, 3b, 2b, 3b\n"
        ".popsection");

Bool page_wait(ThreadId tid, Addr address, Bool is_write)
{
  enum { OPEN = 1 << (VKI_SIGSEGV - 1) | 1 << (VKI_SIGBUS - 1) | 1 << (WAKING_SIGNAL - 1) };
  vki_sigset_t meanwhile, afterwards;
  VG_(do_sys_sigprocmask)(tid, VKI_SIG_SETMASK, NULL, &meanwhile);
  meanwhile.sig[0] &= ~(UWord)OPEN;
  VG_(sigprocmask)(VKI_SIG_SETMASK, NULL, &afterwards);
  return page_wait_touch(address, is_write, &meanwhile, &afterwards) != 0;
}

Bool page_wait_ends(Int signal, const vki_siginfo_t *info, struct vki_ucontext *context)
{
  const Addr ip = context->uc_mcontext.rip;
  if (ip < (Addr)page_wait_begin || ip >= (Addr)page_wait_end)
    return False;
  context->uc_mcontext.rip = (Addr)page_wait_end;
  context->uc_mcontext.r13 = 0;
  context->uc_sigmask = *(const vki_sigset_t *)context->uc_mcontext.r12;
  const long process = raw_syscall(__NR_getpid, 0, 0, 0, 0, 0, 0), thread = raw_syscall(__NR_gettid, 0, 0, 0, 0, 0, 0);
  raw_syscall(SEND_AGAIN, process, thread, signal, (long)info, 0, 0);
  return True;
}
