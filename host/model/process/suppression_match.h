/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Findings as the suppressions see them: a kind and plain frame strings. */
#ifndef SEEP_HOST_MODEL_PROCESS_SUPPRESSION_MATCH_H
#define SEEP_HOST_MODEL_PROCESS_SUPPRESSION_MATCH_H

#include "host/model/process/growth.h"
#include "host/model/process/model.h"

/* What must stay, and stay where it is, as long as the finding is used; release with suppression_match_release(). */
struct suppression_match {
  struct suppressions_finding finding;
  struct frame *frames;
  char kind[32];
};

/* The stacks were resolved. With `shown` the finding has the frames that are shown with these settings, for writing a
 * suppression; NULL: all, for matching. */
void suppression_match_error(const struct error_context *context, const struct settings *shown,
                             struct suppression_match *ret);
void suppression_match_loss(const struct loss_record *record, const struct settings *shown,
                            struct suppression_match *ret);
void suppression_match_growth(const struct growth_site *site, const struct settings *shown,
                              struct suppression_match *ret);
void suppression_match_release(struct suppression_match *match);

#endif
