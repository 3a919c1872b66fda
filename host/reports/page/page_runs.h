/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What ran: the runs and processes that the findings come from, as lists for the page. */
#ifndef SEEP_HOST_REPORTS_PAGE_PAGE_RUNS_H
#define SEEP_HOST_REPORTS_PAGE_PAGE_RUNS_H

#include "host/model/findings/findings.h"
#include "host/output/json_text.h"

/* "runs": [[name, command, milliseconds since the epoch, how it ended], ...], null for what is not known;
 * "processes": [[number of the run, pid, command, test, how it ended, errors, lost bytes], ...], PAGE_PROCESSES of them
 * at most. Each followed by a comma. */
enum { PAGE_PROCESSES = 2000 };
void page_runs_write(const struct findings *findings, const struct json_output *output);

#endif
