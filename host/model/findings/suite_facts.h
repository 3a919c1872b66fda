/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is known of a suite as a whole: its suite.json (docs/run-directory.md). */
#ifndef SEEP_HOST_MODEL_FINDINGS_SUITE_FACTS_H
#define SEEP_HOST_MODEL_FINDINGS_SUITE_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"

enum { SUITE_SHARDS_MAX = 100001 };

enum suite_canary { SUITE_CANARY_NONE, SUITE_CANARY_SEEN, SUITE_CANARY_MISSED };

/* Lists are NULL-terminated. */
struct suite_facts {
  char *version;   /* of Seep */
  char **command;  /* with its arguments */
  char *directory; /* where it was started */
  char *tree;
  char **only, **skip, **full, **options;
  char *full_share; /* of the tests that were checked fully, where others were not: "PARTS OF DAY"; empty: none */
  char *host;
  uint64_t started_ns, ended_ns; /* since the epoch; ended_ns 0: it has not ended */
  enum suite_canary canary;
  uint64_t shard, shard_count;  /* which part of the suite it is, from 1; 0: not known to be one */
  uint64_t exit_status, signal; /* how the command ended: one of them; 0 both: well, or not at all */
  uint64_t log_bytes;           /* of the log of programs when the suite ended, */
  char *log_sum;                /* and what exec_log_sum() said of them, as text; empty: not known */
  char **problems;              /* of Seep; none: everything was checked that was to be */
};

/* *ret is NULL when the run is no suite. */
struct error *suite_facts_read(const char *directory, struct suite_facts **ret);

/* Write them; what was there is replaced in one step. */
struct error *suite_facts_write(const struct suite_facts *facts, const char *directory);

void suite_facts_destroy(struct suite_facts *facts);

/* The command as a person would type it into a shell; malloc'ed. */
void suite_facts_command(const struct suite_facts *facts, char **ret);

#endif
