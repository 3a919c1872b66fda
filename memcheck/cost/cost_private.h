/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of this folder share. */
#ifndef SEEP_MEMCHECK_COST_COST_PRIVATE_H
#define SEEP_MEMCHECK_COST_COST_PRIVATE_H

#include "memcheck/pure/cost/code_segments.h"

/* The core tells of mappings. */
void cost_mappings_init(void);

/* Of all code of the program. */
extern struct segments *cost_segments;

#endif
