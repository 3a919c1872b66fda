/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parameters of the core's handlers of system calls, as in its header priv_types_n_macros.h, which tools do not get. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_SYSCALL_WRAPS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_SYSCALL_WRAPS_H

#include "coregrind-glue/core/wraps.h"

#include "pub_tool_basics.h"

struct syscall_arguments {
  Word number;
  union {
    struct {
      UWord first, second, third, fourth, fifth, sixth, seventh, eighth;
    };
    UWord at[8];
  };
};

struct syscall_status {
  enum { SYSCALL_COMPLETE = 1, SYSCALL_FOR_KERNEL, SYSCALL_NONE } what;
  SysRes result; /* when complete */
};

enum { SYSCALL_MAY_BLOCK = 1 << 1, SYSCALL_LOOKS_FOR_SIGNALS = 1 << 3 }; /* flags; the latter: when it is done */

/* The functions before and after a call, as the core lists them by its number. */
struct syscall_handlers {
  void (*before)(ThreadId tid, void *layout, struct syscall_arguments *arguments, struct syscall_status *status,
                 UWord *flags);
  void (*after)(ThreadId tid, struct syscall_arguments *arguments, struct syscall_status *status);
};

static inline void syscall_complete(struct syscall_status *status, UWord error)
{
  *status = (struct syscall_status){SYSCALL_COMPLETE, {._isError = error != 0, ._val = error}};
}

/* Begin the function in front of the core's, of what it does before a call or after it; `name` has the prefix for its
 * kind. */
#define WRAP_SYSCALL_BEFORE(name)                                                                             \
  void __wrap_vgSysWrap_##name##_before(ThreadId tid, void *layout, struct syscall_arguments *arguments,      \
                                        struct syscall_status *status, UWord *flags)
#define WRAP_SYSCALL_AFTER(name) \
  void __wrap_vgSysWrap_##name##_after(ThreadId tid, struct syscall_arguments *arguments, struct syscall_status *status)

#endif
