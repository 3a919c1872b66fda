/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --explain: how the blocks were lost that a leak check has found. */
#ifndef SEEP_MEMCHECK_LEAK_EXPLAIN_H
#define SEEP_MEMCHECK_LEAK_EXPLAIN_H

#include <stdint.h>

/* Before a scan. */
void explain_begin(void);

/* After its losses were sent: LOST and LOST_EVENT. */
void explain_send(uint64_t check_id);

#endif
