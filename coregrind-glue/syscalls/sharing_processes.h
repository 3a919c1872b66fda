/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Processes that share the guest's memory with the first one (vfork, clone with CLONE_VM). */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_SHARING_PROCESSES_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_SHARING_PROCESSES_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

/* As the kernel's struct clone_args. */
struct clone_request {
  ULong flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_bytes, tls, set_tid, set_tid_size, cgroup;
};

enum {
  CLONE3 = 435, /* __NR_clone3, which not all cores name */
};
#define CLONE_CLEAR_HANDLERS (1ULL << 32) /* CLONE_CLEAR_SIGHAND */

/* The guest's stack pointer; 0: the caller's. */
static inline Addr clone_stack_top(const struct clone_request *request)
{
  return request->stack == 0 ? 0 : request->stack + request->stack_bytes;
}

/* Ask the kernel for it, in this form of the call. The new process or thread, if it has a host stack of its own
 * (`stack`), begins with `entry`; else it returns, too. The result is the kernel's. */
long clone_by_kernel(UInt number, const struct clone_request *request, Addr stack, void (*entry)(void *),
                     void *argument);

/* Make a process, or a thread, that shares the memory. Returns when the kernel lets its parent go on. */
SysRes sharing_start(ThreadId tid, UInt number, const struct clone_request *request);

/* Is this a thread of another process than the first? */
Bool sharing_is_other(ThreadId tid);
/* Its process was made by this thread. */
Bool sharing_is_leader(ThreadId tid);

/* Is that another thread, alive, of the same process? */
Bool sharing_is_sibling(ThreadId tid, ThreadId other);

/* A thread that the core makes. */
void sharing_note_thread(ThreadId parent, ThreadId child);

/* End a process, but the first one, by this system call, or by a signal. */
void sharing_end(ThreadId tid, UWord call, UWord status) __attribute__((noreturn));
void sharing_die(ThreadId tid, Int signal) __attribute__((noreturn));

/* SIGKILL to such a process. False: it is none of them. */
Bool sharing_kill(ThreadId tid, Int pid);

/* The core shall forget processes that are gone: another program runs in them, or they have ended. */
void sharing_collect(ThreadId tid);

/* Let them go on until they are gone, for so long at most (-1: for ever). */
void sharing_wait(ThreadId tid, Int timeout_ms);

#endif
