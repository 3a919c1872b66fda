/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Quick requests of the preload library (coregrind-glue/preload/preload_requests.h): instructions without effect, for
 * which a block of the guest's code gets a call of the tool. */
#ifndef SEEP_MEMCHECK_REQUESTS_QUICK_REQUESTS_H
#define SEEP_MEMCHECK_REQUESTS_QUICK_REQUESTS_H

#include <stdbool.h>

#include "libvex_guest_amd64.h"
#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* Does this function of a request leave a shade (engine.h)? */
bool quick_requests_leave_shade(const void *function);

/* Before instrumentation: the block with a call, the same one when it does not begin with a request. */
IRSB *quick_requests_add_call(IRSB *block);

/* Carries out a request (enum preload_quick_request) whose arguments are in the guest's registers; the result. */
ULong quick_requests_make(VexGuestAMD64State *state, UInt request);

/* After it: declare what else the call reads and changes. VEX has to know; instrumentation would check it. */
void quick_requests_declare(IRSB *block);

/* Does it begin with one whose result may be followed? That cannot be speculative code. */
Bool quick_requests_may_be_followed(const IRSB *block);

#endif
