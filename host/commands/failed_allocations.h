/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What failure adds: the findings of a run in which the allocations of one place failed, less those of the run in which
 * none did, place by place. */
#ifndef SEEP_HOST_COMMANDS_FAILED_ALLOCATIONS_H
#define SEEP_HOST_COMMANDS_FAILED_ALLOCATIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "host/base/error.h"
#include "host/commands/alloc_places.h"

/* How the run for one place ended, as far as records do not tell. */
struct failure_run {
  const struct alloc_place *place;
  bool is_late; /* it was ended as it took too long */
};

struct failures_config {
  const char *directory; /* of the run, which has the records of all */
  uint64_t since_ns;     /* wall clock: of records from before nothing is told */
  const struct failure_run *runs;
  size_t count;
  bool is_quiet;         /* findings and what was not tried, nothing else */
  bool is_terminal;      /* colour may be used */
  unsigned columns;      /* of the terminal that shows findings as people see others; 0: plain text is written */
};

struct failures_verdict {
  bool has_found;   /* failure adds something */
  bool is_untried;  /* for some place nothing failed, or it is not known what came of it */
};

/* Write the report. */
struct error *failures_write(const struct failures_config *config, FILE *output, struct failures_verdict *ret);

#endif
