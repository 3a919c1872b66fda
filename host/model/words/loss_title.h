/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lost memory as people name it; the same on the screen and in what is made of runs. A leak is told with its own bytes
 * and blocks, of which totals are the sums; what is lost through it stands apart. */
#ifndef SEEP_HOST_MODEL_WORDS_LOSS_TITLE_H
#define SEEP_HOST_MODEL_WORDS_LOSS_TITLE_H

#include "shared/record/record.h"
#include "host/model/process/leak_parts.h"

/* What is true of all blocks of a leak, and stands in its title. */
enum loss_trait { LOSS_PLAIN, LOSS_IN_CYCLE, LOSS_OF_ENDED_THREADS };

/* "leak", "possible leak", "still reachable" */
const char *loss_level(enum record_leak_kind kind);

/* "333 bytes in 1 block lost, and 1,000 bytes in 10 blocks through it", of a cycle "333 bytes in 2 blocks lost, in a
 * cycle", "272 bytes in 1 block (of threads that ended ...)"; malloc'ed. */
char *loss_title(enum record_leak_kind kind, const struct leak_amounts *amounts, enum loss_trait trait);

/* The same with the level in front: "leak: 333 bytes in 1 block lost". */
char *loss_headline(enum record_leak_kind kind, const struct leak_amounts *amounts, enum loss_trait trait);

/* "333 bytes in 1 block, and 1,000 bytes in 10 blocks through it", with `words` after the first block; malloc'ed
 * likewise. */
char *loss_amount(const struct leak_amounts *amounts, const char *words);

#endif
