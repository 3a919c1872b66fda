/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A probe is a path and what was found there: answers that depend on it hold as long as the same is found again. */
#ifndef SEEP_SYMBOLS_PROBE_H
#define SEEP_SYMBOLS_PROBE_H

#include "symbols/bytes.h"

/* Look at `path` now and put the probe. */
void probe_put(struct byte_builder *builder, const char *path);

/* Take one probe and look again. False when something else is there now, or the probe is broken. */
bool probe_holds(struct bytes *bytes);

#endif
