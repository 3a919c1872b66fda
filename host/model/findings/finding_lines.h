/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Findings in two lines, for the gate and `seep diff`. */
#ifndef SEEP_HOST_MODEL_FINDINGS_FINDING_LINES_H
#define SEEP_HOST_MODEL_FINDINGS_FINDING_LINES_H

#include <stdio.h>

#include "host/model/findings/counted_findings.h"
#include "host/model/findings/findings.h"

/* Identity and sentence; then, further in, the place, the tests and `remark` (NULL: none). */
void finding_lines_put(const struct findings *findings, const struct finding *finding, const char *remark,
                       FILE *output);

/* "1,337 bytes in 2 blocks, before 668 bytes in 1 blocks", and the tests that differ; what moved, from where. Of a
 * difference that has both sides; malloc'ed. */
char *finding_lines_change(const struct finding_difference *difference);

/* What is worst first: errors, then leaks by kind and size, as findings are sorted. */
void finding_lines_sort(struct finding_difference *differences, size_t count);

#endif
