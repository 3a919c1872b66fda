/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines that say which program has written a report. */
#ifndef SEEP_HOST_MODEL_WORDS_HEADING_H
#define SEEP_HOST_MODEL_WORDS_HEADING_H

#include "host/model/process/model.h"

/* Line `index` from 0; malloc'ed, NULL after the last. */
char *heading_line(const struct process *process, unsigned index);

#endif
