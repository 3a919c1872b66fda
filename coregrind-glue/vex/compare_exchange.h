/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cmpxchg with memory, without lock: nothing has happened yet when its store faults. */
#ifndef SEEP_COREGRIND_GLUE_VEX_COMPARE_EXCHANGE_H
#define SEEP_COREGRIND_GLUE_VEX_COMPARE_EXCHANGE_H

#include "coregrind-glue/vex/instructions.h"

/* VEX has made the instruction, from the statement `first` on: it stores before it writes registers. */
void compare_exchange_store_first(const struct instruction *instruction, Int first);

#endif
