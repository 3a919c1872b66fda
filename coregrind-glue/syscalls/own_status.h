/* SPDX-License-Identifier: GPL-2.0-or-later */
/* /proc/self/limits and /proc/self/status, where the kernel knows something else than the guest has asked for. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_OWN_STATUS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_OWN_STATUS_H

#include "pub_tool_basics.h"

/* A descriptor of a file with what the guest shall read at `path`, which is file `name` of its folder in /proc; -1:
 * what the kernel says. Valid until the next call. */
Int own_status_make(ThreadId tid, const HChar *path, const HChar *name);

#endif
