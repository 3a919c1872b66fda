/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The names that snapshots need, for seep pack. */
#ifndef SEEP_HOST_HEAP_PACK_NAMES_H
#define SEEP_HOST_HEAP_PACK_NAMES_H

#include "host/runs/command.h"

/* Ask for all names of roots and types of sites in the snapshots of a run, which the session then packs. A snapshot
 * that cannot be read is passed over: whoever looks at it is told. */
void pack_names_of_heaps(const struct command_session *session);

#endif
