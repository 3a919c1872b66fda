/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Of what grows: which places of the program store the pointers that keep the blocks. */
#ifndef SEEP_HOST_VERDICTS_EXPLAIN_KEPT_BLOCKS_H
#define SEEP_HOST_VERDICTS_EXPLAIN_KEPT_BLOCKS_H

#include <stdio.h>

#include "host/model/findings/findings.h"

/* A paragraph about `grown`; `kept` is what its blocks are in the run in which they were followed. */
void explain_kept_tell(const struct finding *grown, const struct finding *kept, FILE *output);

#endif
