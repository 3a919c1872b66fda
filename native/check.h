/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The leak check of this process: blocks, roots, verdicts, frames. */
#ifndef SEEP_NATIVE_CHECK_H
#define SEEP_NATIVE_CHECK_H

#include "native/memory_view.h"
#include "native/output.h"
#include "native/settings.h"

/* Heap ranges as in memory_view.h, which is used. Other threads stand still. */
void check_run(struct output *output, const struct native_settings *settings, unsigned reason, unsigned generation);

#endif
