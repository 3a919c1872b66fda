/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Signals as people know them. */
#ifndef SEEP_HOST_MODEL_WORDS_SIGNAL_NAME_H
#define SEEP_HOST_MODEL_WORDS_SIGNAL_NAME_H

#include <stdint.h>

/* "SIGSEGV"; "SIG34" of one without a name, "SIG?" of a number that is no signal's. Static. */
const char *signal_name(uint64_t number);

#endif
