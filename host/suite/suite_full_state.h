/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The state of full checks (--full=changed): read when a suite begins, and added to when it has ended. */
#ifndef SEEP_HOST_SUITE_SUITE_FULL_STATE_H
#define SEEP_HOST_SUITE_SUITE_FULL_STATE_H

#include "host/base/error.h"
#include "host/model/findings/exec_log.h"
#include "host/model/findings/findings.h"
#include "host/suite/preload/suite_setup.h"

/* Words of --full that are no globs. */
#define SUITE_FULL_CHANGED "changed"

struct full_checks;

struct suite_full_state {
  bool is_wanted;
  bool is_quiet;     /* nothing is said on standard error */
  const char *named; /* --full-state; NULL: the file is that of the tree */
  char *path;
  struct full_checks *before; /* what was known when the suite began */
  char options[24];           /* for struct suite_setup */
};

/* `copy`: where the programs of the suite find it. */
struct error *suite_full_state_begin(struct suite_full_state *state, const char *copy, struct suite_setup *setup);

/* Keep what the suite has found, which began at that time. Others may have done so meanwhile. */
struct error *suite_full_state_end(const struct suite_full_state *state, const char *run_directory,
                                   const struct suite_setup *setup, uint64_t started_ns, const struct exec_log *log,
                                   const struct findings *findings);

#endif
