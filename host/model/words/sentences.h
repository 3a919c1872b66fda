/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What happened, in Memcheck's sentences; the same in every format. */
#ifndef SEEP_HOST_MODEL_WORDS_SENTENCES_H
#define SEEP_HOST_MODEL_WORDS_SENTENCES_H

#include "host/model/process/growth.h"
#include "host/model/process/model.h"

/* "Invalid read of size 4"; malloc'ed. */
char *error_sentence(const struct error_context *error);

/* Of an error that was found later than it happened: "1 byte was overwritten; this was found at the end of the
 * program". */
char *found_later_sentence(const struct error_context *error);

/* "16 (8 direct, 8 indirect) bytes in 1 blocks are definitely lost"; malloc'ed likewise. */
char *loss_sentence(enum record_leak_kind kind, uint64_t bytes, uint64_t blocks, uint64_t indirect_bytes);

/* "3,200 bytes in 100 blocks, growing by 3.2 kB/s (R2 0.99 over 40 samples)"; likewise. */
char *growth_sentence_of(uint64_t bytes, uint64_t blocks, double bytes_per_second, double r2, uint64_t samples);

/* "3.2 kB/s"; likewise. */
char *growth_rate_words(double bytes_per_second);

/* "24 (8 direct, 16 indirect) bytes in 1 blocks are definitely lost in loss record 2 of 3"; likewise. */
char *loss_record_sentence(const struct leak_check *check, const struct loss_record *record);

/* A note for people, who have no use for addresses: `title` ("Freed here"; NULL: there is none) in place of "Address
 * 0x... is 4 bytes inside a block of size 10 free'd", which titles of errors say as well; otherwise the sentence, with
 * "The address" in place of the number; likewise. */
char *sentence_for_people(const char *sentence, const char *title);

#endif
