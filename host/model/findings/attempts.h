/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A test may run more than once: `meson test --repeat`, a shard that a CI system runs again, pytest's reruns. If
 * several processes of one test run the same command, either the test was repeated or it calls the command that many
 * times. One side alone cannot tell which, so two sides are compared by the number of processes (counted_findings.h).
 */
#ifndef SEEP_HOST_MODEL_FINDINGS_ATTEMPTS_H
#define SEEP_HOST_MODEL_FINDINGS_ATTEMPTS_H

#include "host/model/findings/findings.h"

/* By process. */
struct attempts {
  size_t *groups; /* the number of its group, of those with one test and one command */
  size_t *sizes;  /* how many processes that group has */
};

/* Groups all processes of these findings. attempts_release() frees what is in *ret. */
void attempts_make(const struct findings *findings, struct attempts *ret);
void attempts_release(struct attempts *attempts);

#endif
