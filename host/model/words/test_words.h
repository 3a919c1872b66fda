/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The test cases of a finding in words. */
#ifndef SEEP_HOST_MODEL_WORDS_TEST_WORDS_H
#define SEEP_HOST_MODEL_WORDS_TEST_WORDS_H

#include "host/model/process/model.h"

/* "in test A", "in tests A, B, C and 4 more", each once, in the order in which they ran; "... and outside of tests", if
 * something was in none. Malloc'ed; NULL: no test is known by name. */
char *test_words(const struct process *process, const struct test_ids *ids);

#endif
