/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How many descriptors the guest may have, as it is told. The core numbers its own from a boundary on
 * (VG_(fd_hard_limit)), which is no limit of the guest's. */
#ifndef SEEP_COREGRIND_GLUE_CORE_DESCRIPTOR_LIMITS_H
#define SEEP_COREGRIND_GLUE_CORE_DESCRIPTOR_LIMITS_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

/* Of the process that runs. */
struct vki_rlimit descriptor_limits(void);

/* The guest has changed them: from now on no new descriptor is above. */
void descriptor_limits_set(const struct vki_rlimit *limits);

/* At the start, after the core has chosen the boundary. `text`: "SOFT,HARD", of the process that has executed this one;
 * NULL: those that the kernel has. */
void descriptor_limits_begin(const HChar *text);

#endif
