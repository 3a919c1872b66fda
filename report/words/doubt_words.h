/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is known of blocks beyond their verdict (DOUBT), in words. */
#ifndef SEEP_REPORT_WORDS_DOUBT_WORDS_H
#define SEEP_REPORT_WORDS_DOUBT_WORDS_H

#include "report/model/model.h"

/* What is known, by cause, of the blocks of some records of one kind. */
struct doubts {
  struct record_doubt by_cause[RECORD_DOUBT_CAUSES]; /* `blocks` 0: nothing; `value` 0: of any */
};
void doubts_gather(const struct leak_check *check, const struct loss_record *const *records, size_t count,
                   struct doubts *ret);

/* "For 3 of 5 blocks: all pointers found lead 40 bytes into it, ..."; malloc'ed, NULL: there is nothing to say of that cause. */
char *doubts_sentence(const struct doubts *doubts, enum record_doubt_cause cause, uint64_t all_blocks);

/* Do all of so many blocks belong to threads that ended? Then their title says so. */
bool doubts_are_of_ended_threads(const struct doubts *doubts, uint64_t all_blocks);
extern const char doubts_ended_threads[];

#endif
