/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/stacks/live_threads.h"

#include <stddef.h>

#include "coregrind-glue/core.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"

static Bool *is_live; /* by ThreadId; NULL: there was none yet */

void live_threads_add(ThreadId tid)
{
  if (!is_live)
    is_live = VG_(calloc)("seep.threads", thread_slots_max(), sizeof *is_live);
  is_live[tid] = True;
}

void live_threads_remove(ThreadId tid)
{
  if (is_live)
    is_live[tid] = False;
}

bool live_threads_has(ThreadId tid)
{
  return is_live && is_live[tid];
}

uint64_t live_threads_pointer(ThreadId tid)
{
  VexGuestAMD64State state;
  VG_(get_shadow_regs_area)(tid, (UChar *)&state.guest_FS_CONST, 0, offsetof(VexGuestAMD64State, guest_FS_CONST),
                            sizeof state.guest_FS_CONST);
  return state.guest_FS_CONST;
}
