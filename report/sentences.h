/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What happened, in Memcheck's sentences; the same in every format. */
#ifndef SEEP_REPORT_SENTENCES_H
#define SEEP_REPORT_SENTENCES_H

#include "report/model.h"

/* "Invalid read of size 4"; malloc'ed, NULL without memory. */
char *error_sentence(const struct error_context *error);

#endif
