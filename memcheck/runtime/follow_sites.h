/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which blocks are followed: it depends on where they are allocated. */
#ifndef SEEP_MEMCHECK_RUNTIME_FOLLOW_SITES_H
#define SEEP_MEMCHECK_RUNTIME_FOLLOW_SITES_H

#include "memcheck/stacks/stacks.h"

#include "pub_tool_basics.h"

/* Are blocks of this allocation stack among those that --explain means? Asks the reporter, which knows names, once for each. */
Bool follow_sites_mean(stack_id stack);

#endif
