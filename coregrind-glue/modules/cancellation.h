/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Frames between a function of the C library and its system call. */
#ifndef SEEP_COREGRIND_GLUE_MODULES_CANCELLATION_H
#define SEEP_COREGRIND_GLUE_MODULES_CANCELLATION_H

#include "pub_tool_basics.h"

/* May the thread have any? */
Bool cancellation_frames_possible(ThreadId tid);

/* How many of a thread's innermost frames, whose addresses are `ips`, are to be left out of its stack; fewer than `count`. */
UInt cancellation_frames(ThreadId tid, const Addr *ips, UInt count);

#endif
