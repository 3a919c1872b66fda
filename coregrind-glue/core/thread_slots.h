/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Room for threads in the core's table, which grows with their number. */
#ifndef SEEP_COREGRIND_GLUE_CORE_THREAD_SLOTS_H
#define SEEP_COREGRIND_GLUE_CORE_THREAD_SLOTS_H

#include "pub_tool_basics.h"

/* What VG_N_THREADS may become: how many entries a table needs that has one for each thread. */
UInt thread_slots_max(void);

/* Have the core carry out the guest's system call. */
void thread_slots_call(ThreadId tid, UInt trap);

#endif
