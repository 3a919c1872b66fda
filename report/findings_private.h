/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside the findings: what the builder does when all runs are read. */
#ifndef SEEP_REPORT_FINDINGS_PRIVATE_H
#define SEEP_REPORT_FINDINGS_PRIVATE_H

#include "report/findings.h"

/* The sums of a finding's hits. */
void finding_sum_up(struct finding *finding);

/* Its part of the totals and of what its suppression has hidden. */
void finding_count(const struct finding *finding, struct finding_suppression *suppressions, struct findings *result);

void findings_sort(struct finding *items, size_t count);

#endif
