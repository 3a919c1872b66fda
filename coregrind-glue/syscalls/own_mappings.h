/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the guest reads as its mappings: /proc/self/maps and smaps, by whichever path. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_OWN_MAPPINGS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_OWN_MAPPINGS_H

#include "pub_tool_basics.h"

/* The guest has opened a file by this path: if that lists the mappings of this process, the descriptor becomes one of a
 * list without the tool's. */
void own_mappings_opened(Addr path, Int fd);

/* The guest is about to read from the start of a file: such a list is made anew. */
void own_mappings_rewound(Int fd);

#endif
