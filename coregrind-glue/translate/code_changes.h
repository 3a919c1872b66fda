/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Leaving code of the guest when a store has changed code, so that the changed code can go. */
#ifndef SEEP_COREGRIND_GLUE_TRANSLATE_CODE_CHANGES_H
#define SEEP_COREGRIND_GLUE_TRANSLATE_CODE_CHANGES_H

#include "libvex_guest_amd64.h"
#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

/* A fault at that address: true when it was a store to watched code. Then execution goes on with the context as it is
 * now; code of VEX's goes on at `to_core`, which leads to the alias in the instruction pointer by way of the core. */
Bool code_changes_settle_fault(Addr address, struct vki_ucontext *context, void (*to_core)(void));

/* Around entering code of the guest. False: the code that was about to be entered may be gone. */
Bool code_changes_may_enter(VexGuestAMD64State *state);
/* Behind it. True: code has changed, and that which was left may be gone. */
Bool code_changes_left(VexGuestAMD64State *state);

/* Is that the instruction whose store was left, and is it about to be executed alone? Asked once. */
Bool code_changes_is_step(Addr address);

#endif
