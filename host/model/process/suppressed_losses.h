/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which losses suppression files hide, by themselves or with the block through which they are lost. */
#ifndef SEEP_HOST_MODEL_PROCESS_SUPPRESSED_LOSSES_H
#define SEEP_HOST_MODEL_PROCESS_SUPPRESSED_LOSSES_H

#include "host/base/error.h"

struct loss_record;
struct process;
struct suppression;

/* The entry that hides this record; *ret is NULL if there is none. */
void suppressed_losses_find(struct process *process, const struct loss_record *record, struct suppression **ret);

/* Set by_root of each loss of the process's check; sorts them by the stacks of their roots. */
struct error *suppressed_losses_by_root(struct process *process);

#endif
