/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Limits that the guest has set itself, and the kernel does not know. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_GUEST_LIMITS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_GUEST_LIMITS_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

/* May it have so many bytes more? */
Bool guest_limits_allow(SizeT bytes);

/* Of its address space. False: it has set none. */
Bool guest_limits_of_memory(struct vki_rlimit *ret);

struct guest_limits_before {
  struct vki_rlimit memory, descriptors;
  Bool has_descriptors;
};

/* Before another program is executed. `is_checked`: its limits of descriptors are the tool's affair again; `is_sure`:
 * it is a program. Returns what guest_limits_take_back() needs if that fails. */
struct guest_limits_before guest_limits_give_to_kernel(Bool is_checked, Bool is_sure);
void guest_limits_take_back(const struct guest_limits_before *before);

#endif
