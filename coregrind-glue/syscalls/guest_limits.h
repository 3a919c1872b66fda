/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Limits that the guest has set itself, and the kernel does not know. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_GUEST_LIMITS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_GUEST_LIMITS_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

/* Before another program is executed. Returns what guest_limits_take_back() needs if that fails. */
struct vki_rlimit guest_limits_give_to_kernel(void);
void guest_limits_take_back(const struct vki_rlimit *before);

#endif
