/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Short random sequences of instructions: of the table, with stack, branches, calls. */
#ifndef SEEP_TESTS_DIRECT_SEQUENCES_H
#define SEEP_TESTS_DIRECT_SEQUENCES_H

#include "direct/situations.h"

/* It may become part of sequences. */
void sequences_add(const struct subject *subject);

void sequence_make(struct situation *ret);

#endif
