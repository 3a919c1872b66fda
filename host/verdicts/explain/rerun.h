/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Programs of a run are run again, with the blocks of its findings followed, all into one new run. */
#ifndef SEEP_HOST_VERDICTS_EXPLAIN_RERUN_H
#define SEEP_HOST_VERDICTS_EXPLAIN_RERUN_H

#include "host/verdicts/explain/programs.h"

/* How a program is run again; that is for the launcher. */
struct explain_again {
  const char *directory;   /* to be run in */
  char *const *arguments;  /* of `seep`, after its name; NULL-terminated */
  const char *input;       /* what its standard input was, as --standard-input has it; NULL: not known */
};

/* Run it to its end, whatever that is. Fails when it could not be started. */
typedef struct error *explain_runner(const struct explain_again *again);

struct explain_rerun {
  const struct command *command; /* its options win over the recorded ones */
  const char *input;             /* a file for standard input; NULL: what it was in the run */
  explain_runner *run;
  char *const *moments; /* by program: blocks to free (--try-fix), in none of them: it is not run; NULL: blocks
                         * are only followed */
};

/* The directory of the new run: that of --record, or one more of the kept runs. */
struct explain_place {
  char *directory; /* malloc'ed */
  int lock;
  bool is_kept;    /* it is one of the kept runs */
};

/* All the programs, one after the other. The place is to be released by explain_place_release(), which removes the
 * directory if no record is in it, and the oldest of too many kept runs. */
struct error *explain_rerun(const struct explain_rerun *rerun, const struct explain_wanted *wanted,
                            const struct explain_programs *programs, struct explain_place *ret);
void explain_place_release(struct explain_place *place);

#endif
