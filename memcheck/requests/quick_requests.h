/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Quick requests of the preload library (coregrind-glue/preload/preload_requests.h): instructions without effect, for
 * which a block of the guest's code gets a call of the tool. */
#ifndef SEEP_MEMCHECK_REQUESTS_QUICK_REQUESTS_H
#define SEEP_MEMCHECK_REQUESTS_QUICK_REQUESTS_H

#include "libvex_guest_amd64.h"
#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* Before instrumentation: the block with a call, the same one when it does not begin with a request. */
IRSB *quick_requests_add_call(IRSB *block);

/* Carries out a request (enum preload_quick_request) whose arguments are in the guest's registers; the result. */
ULong quick_requests_make(VexGuestAMD64State *state, UInt request);

/* After it: declare what else the call reads and changes. VEX has to know; instrumentation would check it. */
void quick_requests_declare(IRSB *block);

#endif
