/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Transactions in memory. */
#ifndef SEEP_COREGRIND_GLUE_VEX_TRANSACTIONS_H
#define SEEP_COREGRIND_GLUE_VEX_TRANSACTIONS_H

#include "coregrind-glue/vex/front_end.h"

/* Adds code for xbegin, which ends the block; False: it is another instruction. */
Bool transactions_begin(const struct instruction *instruction, struct outcome *ret);

#endif
