/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --explain: how the blocks were lost that a leak check has found. */
#ifndef SEEP_MEMCHECK_LEAK_EXPLAIN_H
#define SEEP_MEMCHECK_LEAK_EXPLAIN_H

#include <stdint.h>

#include "memcheck/pure/leak/leak_scan.h"

/* Before a scan. */
void explain_begin(void);

/* Who is to be told for each block to which loss record it belongs; NULL: nobody. */
void (*explain_teller(void))(block_id block, const struct leak_loss *loss);

/* After its losses were sent: LOST and LOST_EVENT. */
void explain_send(uint64_t check_id);

#endif
