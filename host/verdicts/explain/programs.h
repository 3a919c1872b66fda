/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which programs of a run have to be run again for its findings, and how. */
#ifndef SEEP_HOST_VERDICTS_EXPLAIN_PROGRAMS_H
#define SEEP_HOST_VERDICTS_EXPLAIN_PROGRAMS_H

#include "host/verdicts/explain/program_images.h"
#include "host/verdicts/explain/wanted_findings.h"

/* Each once, in the order of the findings. */
struct explain_programs {
  const struct explain_image **items;
  size_t *findings; /* for how many of them each is run */
  size_t count;
};

/* For each finding a program in which it was found, few in all. Errors name what is missing in the record. */
struct error *explain_programs_choose(const struct findings *findings, const struct explain_wanted *wanted,
                                      const struct explain_images *images, struct explain_programs *ret);
/* How many blocks of a finding these programs lost in that run; others may have it too. */
uint64_t explain_programs_blocks(const struct explain_programs *programs, const struct findings *findings,
                                 const struct finding *finding, const struct explain_images *images);
void explain_programs_release(struct explain_programs *programs);

/* Are the program and its libraries there, as they were when it ran? */
struct error *explain_program_check(const struct explain_image *image);

/* What follows `seep` when the program is run again: the recorded options, but for those by which reports go
 * somewhere or the run ends early; `added` (NULL-terminated), which win; "--", the program and its arguments.
 * NULL-terminated, to be released by options_arguments_release(). Options that this Seep does not know are passed
 * over. */
struct error *explain_program_arguments(const struct explain_image *image, const char *const *added, char ***ret);

#endif
