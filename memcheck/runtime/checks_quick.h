/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stubs (stubs.c) try these before they call the slow path of a load or a store (checks.h). True: it is done; false:
 * nothing is done, and the slow path must be called. They keep all registers but the one of their result, so a try
 * costs little. */
#ifndef SEEP_MEMCHECK_RUNTIME_CHECKS_QUICK_H
#define SEEP_MEMCHECK_RUNTIME_CHECKS_QUICK_H

#include "pub_tool_basics.h"
#include "libvex_guest_amd64.h"

/* Once options are known. */
void checks_quick_begin(void);

#define CHECKS_QUICK __attribute__((no_caller_saved_registers, target("general-regs-only")))
#define DECLARE_QUICK(bytes)                                        \
  CHECKS_QUICK Bool checks_quick_load_##bytes(VexGuestAMD64State *state);  \
  CHECKS_QUICK Bool checks_quick_store_##bytes(VexGuestAMD64State *state);
DECLARE_QUICK(1)
DECLARE_QUICK(2)
DECLARE_QUICK(4)
DECLARE_QUICK(8)
DECLARE_QUICK(16)
DECLARE_QUICK(32)
#undef DECLARE_QUICK

#endif
