/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is known of blocks beyond their verdict (DOUBT), in words. */
#ifndef SEEP_HOST_MODEL_WORDS_DOUBT_WORDS_H
#define SEEP_HOST_MODEL_WORDS_DOUBT_WORDS_H

#include "host/model/process/doubts.h"
#include "host/model/words/loss_title.h"

/* "For 3 of 5 blocks: all pointers found lead 40 bytes into it, ..."; malloc'ed, NULL: there is nothing to say of that
 * cause. */
char *doubts_sentence(const struct doubts *doubts, enum record_doubt_cause cause, uint64_t all_blocks);

/* What a title says of all of so many blocks. If they belong to threads that ended, there is no more to say of them. */
enum loss_trait doubts_trait(const struct doubts *doubts, uint64_t all_blocks, bool is_cycle);

#endif
