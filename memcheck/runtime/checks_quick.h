/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The slow paths of loads and stores (checks.h) as far as they are no more than a look at a few places in memory. They
 * keep all registers but the one of their result, so that calling them costs little (stubs.c). True: it is done; false:
 * nothing is, call the real one. */
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
