/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where does an address lie? Blocks are looked up in the heap, stacks and mappings are asked from the core. */
#ifndef SEEP_MEMCHECK_ERRORS_DESCRIBE_H
#define SEEP_MEMCHECK_ERRORS_DESCRIBE_H

#include "record/record.h"

/* Fill in the place fields of `error` for its address and send the stacks they name. */
void describe_address(struct record_error *error);

#endif
