/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A test may run more than once: `meson test --repeat`, a shard that a CI system runs again, pytest's reruns. Processes
 * of one test that run the same command are its attempts, or it calls the command so often: which of these it is cannot
 * be told from one side, so two sides are compared by how many there are (counted_findings.h). */
#ifndef SEEP_REPORT_FINDINGS_ATTEMPTS_H
#define SEEP_REPORT_FINDINGS_ATTEMPTS_H

#include "host/model/findings/findings.h"

/* By process. */
struct attempts {
  size_t *groups; /* the number of its group, of those with one test and one command */
  size_t *sizes;  /* how many processes that group has */
};

/* Groups all processes of these findings. attempts_release() frees what is in *ret. */
struct error *attempts_make(const struct findings *findings, struct attempts *ret);
void attempts_release(struct attempts *attempts);

#endif
