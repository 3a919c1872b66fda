/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a suite adds to what is known of full checks. */
#ifndef SEEP_HOST_SUITE_FULL_RESULTS_H
#define SEEP_HOST_SUITE_FULL_RESULTS_H

#include "host/suite/full_checks.h"
#include "host/suite/full_images.h"

/* `before`: what was known when the suite began; `native`: the library that watches programs which are checked for
 * leaks only. Checks without files are those in which something was wrong. *ret_surprises: programs that were not
 * checked fully, and have loaded other files than in their last full check, or ended with another status. */
void full_results_find(const struct full_images *images, const struct full_checks *before, const char *native,
                       struct full_checks **ret, size_t *ret_surprises);

#endif
