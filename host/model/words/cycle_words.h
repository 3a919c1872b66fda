/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What could be done about blocks that keep each other. */
#ifndef SEEP_HOST_MODEL_WORDS_CYCLE_WORDS_H
#define SEEP_HOST_MODEL_WORDS_CYCLE_WORDS_H

#include <stddef.h>

#include "host/frame/frame.h"

/* By the frames that allocated a block of the cycle; malloc'ed, NULL: its language has no weak references. */
char *cycle_help(const struct frame *frames, size_t count);

#endif
