/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the paths of lost blocks and of others of their place part: the last function in which both have been. "The 41
 * others passed through the call at serve.c:120; this one left serve() by the return at serve.c:97." */
#ifndef SEEP_HOST_MODEL_WORDS_PARTING_WORDS_H
#define SEEP_HOST_MODEL_WORDS_PARTING_WORDS_H

#include "host/model/words/lost_words.h"

/* As it is said of blocks that were lost so, and belong to these records of the process's last check; malloc'ed. NULL:
 * no others were freed, or there is no such function. */
char *parting_sentence(const struct lost_case *lost, const struct loss_record *const *records, size_t count);

#endif
