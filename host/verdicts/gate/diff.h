/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What has become better and worse between two sets of runs, as `seep diff` found it and its formats write it. */
#ifndef SEEP_HOST_VERDICTS_GATE_DIFF_H
#define SEEP_HOST_VERDICTS_GATE_DIFF_H

#include <stdio.h>

#include "host/model/findings/counted_findings.h"
#include "host/reports/formats/formats.h"
#include "host/verdicts/gate/gate.h"

struct diff_side {
  struct findings_builder *builder;
  const struct findings *findings;
  struct counted_findings *counted;
  struct gate_verdict verdict; /* its reasons are why the runs are not whole */
};

struct diff {
  struct diff_side before, after;
  struct finding_difference *changed; /* the worst first; what stays the same is only counted */
  size_t changed_count;
  size_t counts[FINDING_CHANGES];
};

/* Runs that are not whole may lack findings: what is missing in them need not be fixed, so they are not compared. */
bool diff_is_whole(const struct diff *diff);
bool diff_is_worse(const struct diff *diff);

/* "new", "grown" ...; of the diff "worse", "better", "same", or "failed" when the runs are not whole. */
const char *diff_change_word(enum finding_change change);
const char *diff_verdict_word(const struct diff *diff);

/* The side that describes a finding: the later one that has it. */
const struct diff_side *diff_side_of(const struct diff *diff, const struct finding_difference *difference);
const struct finding *diff_finding(const struct finding_difference *difference);

/* "name (file:line)" of the entry that suppresses it now; malloc'ed. NULL: none does. */
char *diff_suppression(const struct diff *diff, const struct finding_difference *difference);

/* For people: what changed, and the verdict. */
void diff_put_text(const struct diff *diff, FILE *output);

/* docs/diff.schema.json describes it. Of `options` the source root counts. */
void diff_put_json(const struct diff *diff, const struct format_options *options, FILE *output);

#endif
