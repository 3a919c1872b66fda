/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The result of a suite in a few lines: findings with the tests that hit them, and what the check did not cover. */
#ifndef SEEP_HOST_VERDICTS_GATE_SUITE_SUMMARY_H
#define SEEP_HOST_VERDICTS_GATE_SUITE_SUMMARY_H

#include <stdio.h>

#include "host/model/findings/exec_log.h"
#include "host/model/findings/findings.h"

struct suite_summary {
  const struct findings *findings; /* of the suite alone */
  const struct exec_log *log;
  const struct suite_facts *facts;
  const char *run_name;            /* as `seep report` takes it */
};

/* Whether all could be written is for the caller to see when the stream is closed. */
void suite_summary_print(const struct suite_summary *summary, FILE *output);

#endif
