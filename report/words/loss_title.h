/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lost memory as people name it; the same on the screen and in what is made of runs. */
#ifndef SEEP_REPORT_WORDS_LOSS_TITLE_H
#define SEEP_REPORT_WORDS_LOSS_TITLE_H

#include <stdint.h>

#include "record/record.h"

/* "leak", "possible leak", "still reachable" */
const char *loss_level(enum record_leak_kind kind);

/* "1,333 bytes in 11 blocks lost (333 direct, 1,000 indirect)", of the sums of both; malloc'ed, NULL without memory. */
char *loss_title(enum record_leak_kind kind, uint64_t bytes, uint64_t blocks, uint64_t indirect_bytes,
                 uint64_t indirect_blocks);

#endif
