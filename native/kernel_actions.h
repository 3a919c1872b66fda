/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a process does about a signal, as the kernel has it. */
#ifndef SEEP_NATIVE_KERNEL_ACTIONS_H
#define SEEP_NATIVE_KERNEL_ACTIONS_H

#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>

#include "shared/base/raw_syscalls.h"

enum { KERNEL_SIGNAL_SET_BYTES = 8, KERNEL_ACTION_HAS_RESTORER = 0x04000000 };

struct kernel_action {
  void (*handler)(int, siginfo_t *, void *);
  unsigned long flags;
  void (*restorer)(void);
  uint64_t mask;
};

/* NULL: it stays, or nobody asks what it was. Returns the kernel's result. */
static inline long kernel_action_change(int signal, const struct kernel_action *to, struct kernel_action *before)
{
  return raw_syscall(SYS_rt_sigaction, signal, (long)to, (long)before, KERNEL_SIGNAL_SET_BYTES, 0, 0);
}

#endif
