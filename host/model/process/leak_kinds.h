/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What kinds of leaks, and heuristics, are called. */
#ifndef SEEP_HOST_MODEL_PROCESS_LEAK_KINDS_H
#define SEEP_HOST_MODEL_PROCESS_LEAK_KINDS_H

#include "shared/record/record.h"
#include "suppressions/suppressions.h"

/* Sizes of tables by enum record_leak_kind and enum record_heuristic. */
enum { LEAK_KINDS = 5, HEURISTICS = 7 };

const char *leak_kind_words(enum record_leak_kind kind);   /* "definitely lost" */
const char *loss_kind_name(enum record_leak_kind kind);    /* "Leak_DefinitelyLost" */
const char *leak_kind_option(enum record_leak_kind kind);  /* "definite" */
const char *leak_kind_element(enum record_leak_kind kind); /* "definitely_lost" */

/* As suppressions have it; 0, which is no leak, becomes 0. */
enum suppressions_leak_kind leak_kind_for_suppressions(enum record_leak_kind kind);

/* "stdstring" ...; "none" of one that is not known. */
const char *heuristic_name(uint64_t heuristic);

#endif
